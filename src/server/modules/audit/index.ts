export { sealAudit } from "./seal.ts";
export { type AuditBreak, type AuditProof, verifyAudit } from "./verify.ts";
