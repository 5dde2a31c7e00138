// Bundles the extension into one file; with --package also makes a .vsix that has the program inside. Nothing is fetched.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "..", "..");
const name = process.platform === "win32" ? "reweave.exe" : "reweave";

await build({
  absWorkingDir: here,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});

if (process.argv.includes("--package")) {
  const program = process.env.REWEAVE_BINARY ?? join(repository, "target", "release", name);
  if (!existsSync(program)) {
    console.error(`no ${program}: run cargo build --release, or say where it is with REWEAVE_BINARY`);
    process.exit(1);
  }
  rmSync(join(here, "bin"), { recursive: true, force: true });
  mkdirSync(join(here, "bin"));
  copyFileSync(program, join(here, "bin", name));
  chmodSync(join(here, "bin", name), 0o755);
  const licences = ["MIT", "APACHE"].map((l) => readFileSync(join(repository, `LICENSE-${l}`), "utf8"));
  const { writeFileSync } = await import("node:fs");
  writeFileSync(join(here, "LICENSE"), licences.join("\n\n"));
  const target = `${process.platform}-${process.arch}`;
  const vsce = join(here, "node_modules", "@vscode", "vsce", "vsce");
  const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const out = join(here, `reweave-${version}-${target}.vsix`);
  const args = ["package", "--no-dependencies", "--allow-missing-repository", "--target", target, "--out", out];
  const made = spawnSync(process.execPath, [vsce, ...args], { cwd: here, stdio: "inherit" });
  rmSync(join(here, "LICENSE"), { force: true });
  process.exit(made.status ?? 1);
}
