import { AppError } from "#server/core/errors.ts";
import { verifyAudit } from "#server/modules/audit/index.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { type Command, type Commands, withStore } from "./command.ts";

/** A line of the audit as the log names it; null where none was given. */
const witnessOf = (given: string) => {
  if (given === "") return null;
  const [position = "", hash = "", ...rest] = given.split(":");
  if (!/^[1-9]\d{0,14}$/.test(position) || !/^[\da-f]{64}$/.test(hash) || rest.length > 0)
    throw new AppError("bad_request", AUDIT_CHAIN.badWitness);
  return { position: Number(position), hash };
};

const verify: Command["run"] = async (context, given) => {
  const witness = witnessOf(given);
  const never = new AbortController().signal;
  const proof = await withStore(context, "audit verify", (ctx) => verifyAudit(ctx, never, witness));
  if (proof === null) return null;
  const { broken, entries, head, oldestUnsealed } = proof;
  if (broken !== null)
    throw new AppError("conflict", auditBreakText(broken.fault, broken.position));
  const holds = AUDIT_CHAIN.holds(entries, `${head.position}:${head.hash}`);
  return oldestUnsealed === null
    ? holds
    : `${holds} ${AUDIT_CHAIN.waiting(oldestUnsealed.at.toISOString())}`;
};

/** What is asked of the audit log. */
export const AUDIT_COMMANDS: Commands = {
  "audit verify": { takes: [], mayTake: "POSITION:HASH", run: verify },
};
