//! Tests of standings against the rules' own examples, and against a program that knows nothing of this one
//! (tests/tournament/README.md).

mod berger;
mod crosstable;
mod made;
mod oracle;
mod rules;
mod teams;
mod written;
