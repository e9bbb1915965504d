//! Fuzz target `read_project`; what it does stands in the library.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::read_project(bytes));
