//! What `bem` promises, tested from outside.

#[cfg(test)]
mod case_files;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod composable;
#[cfg(test)]
mod container;
#[cfg(test)]
mod json;
#[cfg(test)]
mod lowest;
#[cfg(test)]
mod manifest;
#[cfg(test)]
mod texture_layout;
#[cfg(test)]
mod worked_example;
#[cfg(test)]
mod writing;
