//! What `runtime` promises, tested from outside: every table of bem.md ch. 12, 15, 18.6 and 23.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod clocks;
#[cfg(test)]
mod deltas;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod materials;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod release;
#[cfg(test)]
mod saved;
#[cfg(test)]
mod sliders;
#[cfg(test)]
mod sounds;
#[cfg(test)]
mod ticks;
#[cfg(test)]
mod waveforms;
