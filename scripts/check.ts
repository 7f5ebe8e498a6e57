/**
 * `bun run check`: types, lint, format, dead code, regular expressions, packages and architecture,
 * without a browser and without a database. `--fix` mends what can be mended first.
 */

import { runSteps } from "./test/run-steps.ts";
import { architectureStep, checkSteps } from "./test/steps.ts";

const isMending = process.argv.includes("--fix");
const outcomes = await runSteps([...checkSteps(isMending), architectureStep()]);
process.exit(outcomes.some(({ failed }) => failed > 0) ? 1 : 0);
