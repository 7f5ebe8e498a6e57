import { FRESH, ONCE, forThose } from "#client/lib/routing/lazy-route.ts";
import { ADMINS } from "#client/lib/session/may.ts";

export { HealthScreen } from "./screen.tsx";

export const loadHealth = forThose(ADMINS, ({ queries }) =>
  queries.health.read.prefetch(undefined, { ...ONCE, ...FRESH }),
);
