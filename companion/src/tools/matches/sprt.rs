//! The option `--sprt`.

use std::io;

use super::wrong;
use crate::arena::statistics::{EloModel, Sprt};

/// Reads `elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic|normalised`.
///
/// # Errors
/// If a part is unknown or malformed, or the test makes no sense.
pub(super) fn parse(text: &str) -> io::Result<Sprt> {
    let mut sprt =
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    for part in text.split(',') {
        let (key, value) = part.split_once('=').ok_or_else(|| wrong("--sprt needs key=value"))?;
        let number = || {
            let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| wrong("--sprt needs numbers"))
        };
        match key.trim() {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" if value.starts_with("norm") => sprt.model = EloModel::Normalised,
            "model" if value.starts_with("log") => sprt.model = EloModel::Logistic,
            "model" => {
                let error = format!("--sprt: model is logistic or normalised, not '{value}'");
                return Err(wrong(error));
            }
            key => return Err(wrong(format!("--sprt: unknown key '{key}'"))),
        }
    }
    let most = sprt.model.most();
    if sprt.elo0.abs().max(sprt.elo1.abs()) > most {
        return Err(wrong(format!(
            "--sprt: elo0 and elo1 of this model are from -{most} to {most}"
        )));
    }
    let open = 0.0..0.5;
    let sensible = sprt.elo0 < sprt.elo1 && open.contains(&sprt.alpha) && open.contains(&sprt.beta);
    if sensible && sprt.alpha > 0.0 && sprt.beta > 0.0 {
        Ok(sprt)
    } else {
        Err(wrong("--sprt needs elo0 < elo1, and alpha and beta between 0 and 0.5"))
    }
}
