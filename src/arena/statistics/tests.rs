use super::*;

fn tally(pairs: [u64; 5]) -> Tally {
    let games = 2 * pairs.iter().sum::<u64>();
    let points: u64 = pairs.iter().enumerate().map(|(i, n)| i as u64 * n).sum();
    // How the halves divide into games does not matter for what is tested.
    Tally { wins: points / 2, draws: points % 2, losses: games - points / 2 - points % 2, pairs }
}

fn near(value: f64, published: f64, tolerance: f64) {
    assert!((value - published).abs() <= tolerance, "{value}, published {published}");
}

/// Raw statistics of test 69d3c8dc7c5b3724e29d2712 on montytest.muzhen.org, which runs the
/// Stockfish testing framework.
#[test]
fn a_published_test_with_all_its_numbers() {
    let results = tally([13, 37, 50, 25, 3]);
    near(results.elo().value, -43.6578, 0.001);
    near(results.normalised_elo().value, -63.97, 0.01);
    near(results.superiority(), 0.00114, 0.0005);
    let sprt = |elo0, elo1, model| Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
    near(sprt(0.0, 4.0, EloModel::Normalised).llr(&results), -0.54912, 0.00002);
    near(sprt(0.0, 2.716, EloModel::Logistic).llr(&results), -0.53772, 0.0002);
    let (low, high) = sprt(0.0, 4.0, EloModel::Normalised).bounds();
    near(low, -2.9444, 0.0001);
    near(high, 2.9444, 0.0001);
}

/// A result printed by fastchess: Elo 5.53 +/- 14.79, nElo 10.17 +/- 27.17, LOS 76.85 %, LLR 0.10
/// for [0, 2].
#[test]
fn a_result_of_fastchess() {
    let results = tally([3, 75, 149, 83, 4]);
    let elo = results.elo();
    near(elo.value, 5.53, 0.01);
    near((elo.high - elo.low) / 2.0, 14.79, 0.02);
    let normalised = results.normalised_elo();
    near(normalised.value, 10.17, 0.01);
    near((normalised.high - normalised.low) / 2.0, 27.17, 0.01);
    near(results.superiority(), 0.7685, 0.0005);
    let sprt = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalised };
    near(sprt.llr(&results), 0.10, 0.005);
}

/// Passed tests of Stockfish in 2020 and 2021 (pull requests 3098, 3209 and 3331), in logistic Elo.
#[test]
fn passed_tests_of_stockfish() {
    for (pairs, elo0, elo1, llr) in [
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
        ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
        ([115, 2196, 11328, 2317, 136], -0.25, 1.25, 2.94),
    ] {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        near(sprt.llr(&tally(pairs)), llr, 0.02);
    }
}

#[test]
fn extreme_results_stay_finite() {
    for pairs in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0; 5], [1, 0, 0, 0, 0]] {
        let results = tally(pairs);
        for number in [results.elo(), results.normalised_elo()] {
            assert!(number.value.is_finite() && number.low <= number.high);
        }
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model };
            assert!(sprt.llr(&results).is_finite());
        }
        assert!((0.0..=1.0).contains(&results.superiority()));
    }
}

/// The test errs no more often than it says, on streams whose truth is known.
#[test]
fn the_sequential_test_keeps_its_error_rates() {
    let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    let mut state = 1u64;
    let mut uniform = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    // Games of a pair with 20 % draws, an opening's bias that favours one colour.
    let mut accepted = |elo: f64| {
        let mut results = Tally::default();
        loop {
            let bias = 60.0;
            let mut game = |elo: f64| {
                let win = score_of(elo) - 0.1;
                let u = uniform();
                if u < win {
                    1.0
                } else if u < win + 0.2 {
                    0.5
                } else {
                    0.0
                }
            };
            let points = game(elo + bias) + game(elo - bias);
            results.add_pair(points);
            match sprt.verdict(&results) {
                Verdict::Undecided => {}
                verdict => return verdict == Verdict::Accepted,
            }
        }
    };
    let runs = 1000;
    let false_alarms = (0..runs).filter(|_| accepted(0.0)).count();
    let misses = (0..runs).filter(|_| !accepted(20.0)).count();
    // 5 % of 1000, and 2.5 standard deviations of the count.
    assert!(false_alarms <= 67, "{false_alarms} of {runs} without a difference");
    assert!(misses <= 67, "{misses} of {runs} with one");
}

#[test]
fn ratings_of_two_are_their_elo() {
    let results = vec![vec![0.0, 25.0], vec![75.0, 0.0]];
    let found = ratings(&results);
    assert_eq!(found[0].value, 0.0);
    near(found[1].value, elo_of(0.75), 1e-6);
}

#[test]
fn ratings_of_many_are_recovered() {
    let truth = [0.0, 100.0, -50.0, 200.0];
    let points: Vec<Vec<f64>> = (0..4)
        .map(|i| {
            let against =
                |j: usize| if i == j { 0.0 } else { 1000.0 * score_of(truth[i] - truth[j]) };
            (0..4).map(against).collect()
        })
        .collect();
    for (found, wanted) in ratings(&points).iter().zip(truth) {
        near(found.value, wanted, 0.01);
        assert!(found.high - found.low < 50.0);
    }
    // Someone who never scored has a finite rating.
    let lost = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
    assert!(lost[1].value < -300.0 && lost[1].value.is_finite());
}
