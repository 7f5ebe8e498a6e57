export { sealAudit } from "./seal-audit.ts";
export { type AuditBreak, type AuditProof, verifyAudit } from "./verify-audit.ts";
