// Preloaded: only there `afterAll` means after all files, and not after the first. Bun tells nobody when it ends.

import { afterAll } from "bun:test";
import { endTests } from "./tests-end.ts";

afterAll(endTests);
