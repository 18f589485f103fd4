//! The simulated world: hands, boards, clocks; seed in, bytes and sensor logs out, the intended game as truth.
