//! Fuzz target `roundtrip_bem`; what it does stands in the library.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::roundtrip_bem(bytes));
