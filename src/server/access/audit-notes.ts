import { eq } from "drizzle-orm";
import type { AuditEntry } from "#server/auth/audit.ts";
import { isUsedUp, LimitReached } from "#server/auth/limits.ts";
import { bridgeKeyIdIn, hashOf, stateOfKey } from "#server/auth/secrets.ts";
import type { Ctx, CtxReader, MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import type { AuditRead } from "#shared/constants/audit.ts";
import type { NoteName } from "#shared/constants/limits.ts";
import type { BridgeScope } from "#shared/constants/points.ts";

/** All addresses that no account has count as one. */
const NOBODY = "";

/** Why a login was refused: how the account stands, or what was wrong. */
export type RefusalReason = "password" | "second_step" | "deactivated" | "unverified";

/**
 * Writes a refused login down, in the caller's transaction: of an account, and of addresses that none
 * has, only so many an hour.
 * @param userId whose account it is; null where nobody has the address.
 */
export const noteRefusal = async (
  tx: Tx,
  userId: string | null,
  reason: RefusalReason,
): Promise<void> => {
  const name = userId === null ? "refusalsOfNobody" : "refusalsByAccount";
  if (!(await tx.tryCount({ name, subject: userId ?? NOBODY })).allowed) return;
  await tx.audit({ actorId: null, action: "session.refused", subject: userId, after: { reason } });
};

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

type Read = Pick<AuditEntry, "subject" | "after"> & { action: AuditRead };

/**
 * Writes down that an Admin reads other people's data: once an hour of what is the same, however
 * often it is read. To be called before it is read, outside of a transaction.
 */
export const noteRead = async (ctx: MemberCtx, read: Read): Promise<void> => {
  const { action, subject, after = {} } = read;
  const same = JSON.stringify([ctx.actor.userId, action, subject, after]);
  const count = { name: "sameReads", subject: same } as const;
  if (await isUsedUp(ctx.read, count)) return;
  await ctx.write(async (tx) => {
    if ((await tx.tryCount(count)).allowed) await tx.audit(read);
  });
};

/** Which of these narrow a list, as one value: their names, and nothing of what was asked for. */
export const filtersOf = (asked: Readonly<Record<string, unknown>>): { filters?: string } => {
  const names = Object.keys(asked).filter((name) => asked[name] != null && asked[name] !== "");
  return names.length === 0 ? {} : { filters: names.toSorted().join(" ") };
};

/** All networks count as one, too. */
const ALL = "";

/** Whose key it claims to be, and what is wrong with it. */
const judge = async (reader: CtxReader, key: string) => {
  const { bridgeKeys: t } = reader.tables;
  const id = bridgeKeyIdIn(key);
  const columns = { id: t.id, hash: t.hash, revokedAt: t.revokedAt, expiresAt: t.expiresAt };
  const [found] = id === null ? [] : await reader.select(columns).from(t).where(eq(t.id, id));
  if (found === undefined) return { subject: null, reason: "unknown" } as const;
  const reason = found.hash === hashOf(key) ? stateOfKey(found, reader.clock.now()) : "secret";
  return { subject: found.id, reason } as const;
};

/**
 * Writes down that a bridge key was refused: of a network, and of all of them, only so many an hour.
 * After that nothing is written, however many come.
 * @param ctx its network is a shortened address; it is counted under a hash.
 */
export const noteRefusedKey = async (ctx: RequestCtx, key: string): Promise<void> => {
  const counts = [
    { name: "refusedKeysByNetwork", subject: ctx.network },
    { name: "refusedKeys", subject: ALL },
  ] as const;
  for (const count of counts) if (await isUsedUp(ctx.read, count)) return;
  const { subject, reason } = await judge(ctx.read, key);
  await ctx.write(async (tx) => {
    for (const count of counts) if (!(await tx.tryCount(count)).allowed) return;
    await tx.audit({ action: "bridge_key.refused", subject, after: { reason } });
  });
};

/**
 * Writes down that a key asked for what it has no scope for: so many times an hour.
 * @param scope what it lacks.
 */
export const noteRefusedScope = async (
  ctx: Ctx,
  keyId: string,
  scope: BridgeScope,
): Promise<void> => {
  const count = { name: "refusedScopesByKey", subject: keyId } as const;
  if (await isUsedUp(ctx.read, count)) return;
  await ctx.write(async (tx) => {
    if (!(await tx.tryCount(count)).allowed) return;
    await tx.audit({
      action: "bridge_key.scope_refused",
      subject: keyId,
      after: { scopes: scope },
    });
  });
};
