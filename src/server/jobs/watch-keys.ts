import type { Clock } from "#server/clock.ts";
import { watchKeys } from "#server/modules/bridge/index.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

/** Looks after the ends of bridge keys. */
export const watchKeysJob = (deps: { store: Store; clock: Clock }): Job => ({
  name: "watch-keys",
  everyMs: 10 * 60_000,
  jitterMs: 60_000,
  leased: true,
  run: () => watchKeys(deps),
});
