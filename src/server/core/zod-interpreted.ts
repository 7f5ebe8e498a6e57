/**
 * Zod checks every input by walking its schema. Left to itself it writes and compiles a function for
 * each object when that is first checked, which the start and every first request after it pay for.
 * Imported before any schema is made: a schema looks at this setting when it is made.
 */

import { config } from "zod";

config({ jitless: true });
