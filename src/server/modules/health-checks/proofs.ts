import { z } from "zod";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import { HEALTH_CHECK_STATES } from "#shared/constants/health.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { type Finding, ok } from "./finding.ts";

/** What is proven every night. */
type Proven = "ledger" | "audit";

const proof = z.object({
  at: z.iso.datetime(),
  state: z.enum(HEALTH_CHECK_STATES),
  message: z.string(),
});

const proofOf = (what: Proven): Setting<z.infer<typeof proof>> => ({
  key: `proof:${what}`,
  schema: proof,
});

/** Writes down, in the caller's transaction, what a proof has come to. */
export const noteProof = async (tx: TimedTx, what: Proven, found: Finding): Promise<void> => {
  await writeSetting(tx, proofOf(what), { at: tx.clock.now().toISOString(), ...found });
};

/** What the last proof came to, and when that was; whoever has no time proves nothing anew. */
export const checkProof = async (reader: Reader, what: Proven): Promise<Finding> => {
  const last = await readSetting(reader, proofOf(what));
  if (last === null) return ok(HEALTH_WORK.notProven);
  return { state: last.state, message: `${last.message} ${HEALTH_WORK.proven(last.at)}` };
};
