import { describe, expect } from "bun:test";
import { long } from "#tests/support/long.ts";
import { PROCEDURES } from "#tests/support/procedure-samples.ts";
import { sendGenerated } from "./requests.ts";

// Others: GENERATED_SEED=12345 GENERATED_REQUESTS=200 bun test --timeout=600000 tests/generated
const SEED = Number(process.env["GENERATED_SEED"] ?? 20_261_122);
const REQUESTS = Number(process.env["GENERATED_REQUESTS"] ?? 8);

console.log(`Generated requests: seed ${SEED}`);

describe("generated requests", () => {
  for (const [index, name] of PROCEDURES.entries())
    long(
      `${name} answers whatever is sent without an error of its own, and changes nothing for whoever it refuses`,
      async () => {
        const counts = await sendGenerated(name, { seed: SEED + index, requests: REQUESTS });
        expect(counts.requests).toBe(REQUESTS);
      },
    );
});
