import { writeAudit } from "#server/auth/audit.ts";
import { countAttempt } from "#server/auth/limits.ts";
import type { RequestContext } from "#server/context.ts";
import type { Tx } from "#server/store/store.ts";
import type { NoteName } from "#shared/constants/limits.ts";

/** All addresses that no account has count as one. */
const NOBODY = "";

/** Whether this may be written down still; counts it. */
export const mayNote = async (
  { store, clock }: RequestContext,
  tx: Tx,
  name: NoteName,
  subject: string,
): Promise<boolean> => (await countAttempt(store, tx, clock, name, subject)).allowed;

/**
 * Writes a refused login down, in the caller's transaction: of an account, and of addresses that none
 * has, only so many an hour.
 * @param userId whose password was tried; null where nobody has the address.
 */
export const noteRefusal = async (
  ctx: RequestContext,
  tx: Tx,
  userId: string | null,
  reason: "password" | "deactivated" | "unverified",
): Promise<void> => {
  const name = userId === null ? "refusalsOfNobody" : "refusalsByAccount";
  if (!(await mayNote(ctx, tx, name, userId ?? NOBODY))) return;
  const entry = { actorId: null, action: "session.refused", subject: userId } as const;
  await writeAudit(ctx, tx, { ...entry, after: { reason } });
};
