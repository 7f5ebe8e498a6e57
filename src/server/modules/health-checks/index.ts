export type { Outside } from "./outside.ts";
export { type HealthReport, refusedConfiguration, runHealthChecks } from "./run.ts";
