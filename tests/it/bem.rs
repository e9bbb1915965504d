//! What `bem` promises, tested from outside.

#[cfg(test)]
mod authoring;
#[cfg(test)]
mod authoring_files;
#[cfg(test)]
mod case_files;
#[cfg(test)]
mod cases;
#[cfg(test)]
mod collections;
#[cfg(test)]
mod composable;
#[cfg(test)]
mod container;
#[cfg(test)]
mod findings;
#[cfg(test)]
mod hints;
#[cfg(test)]
mod json;
#[cfg(test)]
mod large;
#[cfg(test)]
mod lowest;
#[cfg(test)]
mod manifest;
#[cfg(test)]
mod player;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod random;
#[cfg(test)]
mod robustness;
#[cfg(test)]
mod rule_cases;
#[cfg(test)]
mod rule_table;
#[cfg(test)]
mod rules_container;
#[cfg(test)]
mod rules_manifest;
#[cfg(test)]
mod rules_meshes;
#[cfg(test)]
mod rules_motion;
#[cfg(test)]
mod rules_options;
#[cfg(test)]
mod texture_layout;
#[cfg(test)]
mod worked_example;
#[cfg(test)]
mod writing;
#[cfg(test)]
mod zip_files;
#[cfg(test)]
mod zips;
