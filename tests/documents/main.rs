//! Tests of the sources and documents: rules, tables, commands in documents, and packages.

mod bug_list;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod docs;
mod layers;
mod packaging;
mod profile_schema;
mod prose;
