//! The exceptions of the package, which Python code defines.

use pyo3::import_exception;

import_exception!(dolmen._errors, EngineBusyError);
import_exception!(dolmen._errors, EngineClosedError);
import_exception!(dolmen._errors, GameOverError);
import_exception!(dolmen._errors, IllegalMoveError);
import_exception!(dolmen._errors, RecordError);
import_exception!(dolmen._errors, SearchFailedError);
