import type { AuditEntry } from "#server/auth/audit.ts";
import { isUsedUp, LimitReached } from "#server/auth/limits.ts";
import type { Ctx, Tx } from "#server/context/context.ts";
import type { NoteName } from "#shared/constants/limits.ts";

/** All who have no account count as one. */
const NOBODY = "";

type Reached = Pick<LimitReached, "refused" | "windowEndsAt">;

const subjectOf = ({ refused }: Reached) => `${refused.name} ${refused.subject}`;

/**
 * Writes down, in the caller's transaction, that a limit refuses somebody: the first time in its
 * window, and only so many an hour of an account, and of all who have none.
 */
export const noteLimit = async (
  tx: Tx,
  reached: Reached,
  { actorId, subject }: { actorId: string | null; subject: AuditEntry["subject"] },
): Promise<void> => {
  // Its window ends with that of the limit, so that the next one is noted again.
  const windowMs = Math.max(1, reached.windowEndsAt.getTime() - tx.clock.now().getTime());
  const mayNote = async (name: NoteName, whose: string, limit?: { max: 1; windowMs: number }) =>
    (await tx.tryCount({ name, subject: whose, limit })).allowed;
  if (!(await mayNote("limitsBySubject", subjectOf(reached), { max: 1, windowMs }))) return;
  const whose = actorId ?? subject;
  if (!(await mayNote(whose === null ? "limitsOfNobody" : "limitsByAccount", whose ?? NOBODY)))
    return;
  const after = { reason: reached.refused.name };
  await tx.audit({ actorId, action: "limit.reached", subject, after });
};

/** By what whoever asks is named in the audit. */
const whomOf = ({ actor }: Pick<Ctx, "actor">) => {
  if (actor.kind === "member") return { actorId: actor.userId, subject: actor.userId };
  return { actorId: null, subject: actor.kind === "bridge" ? actor.keyId : null };
};

/**
 * The same, once whatever the limit refused has been rolled back.
 * @param error anything: what is no reached limit is passed over.
 */
export const noteIfLimited = async (ctx: Ctx, error: unknown): Promise<void> => {
  if (!(error instanceof LimitReached)) return;
  const limit = { max: 1, windowMs: 0 };
  const noted = { name: "limitsBySubject", subject: subjectOf(error), limit } as const;
  if (await isUsedUp(ctx.read, noted)) return;
  await ctx.write((tx) => noteLimit(tx, error, whomOf(ctx)));
};
