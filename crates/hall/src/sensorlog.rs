//! Sensor logs (formats.md, section 1).
