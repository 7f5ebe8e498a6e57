export { judgeAudit, judgeLedger } from "./database.ts";
export { measureSite } from "./measure.ts";
export type { Outside } from "./outside.ts";
export { noteProof } from "./proofs.ts";
export { type HealthReport, refusedConfiguration, runHealthChecks } from "./run.ts";
export { createHealthWatch } from "./watch.ts";
