//! What `cargo xtask` hands over to.

fn main() -> anyhow::Result<()> {
    reweave_lab::main()
}
