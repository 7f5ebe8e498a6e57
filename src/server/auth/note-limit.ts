import type { Tx } from "#server/store/store.ts";
import type { NoteName } from "#shared/constants/limits.ts";
import { type AuditContext, type AuditEntry, writeAudit } from "./audit.ts";
import { countAttempt, isUsedUp, LimitReached } from "./limits.ts";

/** All who have no account count as one. */
const NOBODY = "";

type Reached = Pick<LimitReached, "refused" | "windowEndsAt">;

const subjectOf = ({ refused }: Reached) => `${refused.name} ${refused.subject}`;

/**
 * Writes down, in the caller's transaction, that a limit refuses somebody: the first time in its
 * window, and only so many an hour of an account, and of all who have none.
 */
export const noteLimit = async (
  ctx: AuditContext,
  tx: Tx,
  reached: Reached,
  { actorId, subject }: Pick<AuditEntry, "actorId" | "subject">,
): Promise<void> => {
  const { store, clock } = ctx;
  // Its window ends with that of the limit, so that the next one is noted again.
  const windowMs = Math.max(1, reached.windowEndsAt.getTime() - clock.now().getTime());
  const mayNote = async (name: NoteName, whose: string, limit?: { max: 1; windowMs: number }) =>
    (await countAttempt(store, tx, clock, name, whose, limit)).allowed;
  if (!(await mayNote("limitsBySubject", subjectOf(reached), { max: 1, windowMs }))) return;
  const whose = actorId ?? subject;
  if (!(await mayNote(whose === null ? "limitsOfNobody" : "limitsByAccount", whose ?? NOBODY)))
    return;
  const after = { reason: reached.refused.name };
  await writeAudit(ctx, tx, { actorId, action: "limit.reached", subject, after });
};

/**
 * The same, once whatever the limit refused has been rolled back.
 * @param error anything: what is no reached limit is passed over.
 */
export const noteIfLimited = async (
  ctx: AuditContext & { actor: { kind: string; userId?: string; keyId?: string } },
  error: unknown,
): Promise<void> => {
  if (!(error instanceof LimitReached)) return;
  const { store, clock, actor } = ctx;
  const once = { max: 1, windowMs: 0 };
  if (await isUsedUp(store, clock, "limitsBySubject", subjectOf(error), once)) return;
  const whom = { actorId: actor.userId ?? null, subject: actor.userId ?? actor.keyId ?? null };
  await store.write((tx) => noteLimit(ctx, tx, error, whom));
};
