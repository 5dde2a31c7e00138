//! What only contributors need; `cargo xtask --help` lists it.

fn main() -> anyhow::Result<()> {
    reweave_lab::main()
}
