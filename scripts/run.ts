/**
 * `bun scripts/run.ts NAME ARGUMENTS…`: how every command of package.json starts. Installs what is
 * missing, then becomes `bun scripts/NAME.ts`, so that signals and the exit code are the program's.
 */
import { resolve } from "node:path";
import "./ensure-installed.ts";

/** These may outlive the terminal that they were started in; all others end with it. */
const OUTLIVES = ["start", "build"];

const [name = "", ...rest] = process.argv.slice(2);
const flags = OUTLIVES.includes(name) ? [] : ["--no-orphans"];
const program = resolve(import.meta.dirname, `${name}.ts`);
process.execve?.(process.execPath, [process.execPath, ...flags, program, ...rest], process.env);
