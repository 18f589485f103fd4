//! The border of reports: journals and sensor logs go in, what people read comes out.

#[expect(dead_code, reason = "the hall's tests use all of it")]
#[path = "../../../hall/tests/border/bench.rs"]
mod bench;
mod case;
mod orders;
mod review;
#[expect(dead_code, reason = "the hall's tests use all of it")]
#[path = "../../../hall/tests/border/rig.rs"]
mod rig;
mod sensor_log;
