import { eq } from "drizzle-orm";
import { countAccountChange } from "#server/access/attempts.ts";
import type { CtxReader, MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { CONSENTS } from "#shared/consent-messages.ts";
import type { PolicyKind } from "#shared/constants/consents.ts";
import type {
  AskedPolicy,
  ConsentAnswer,
  ConsentEntry,
  MemberConsents,
} from "#shared/schemas/consents.ts";
import { askingVersions, policiesOf, versionShown } from "./policies.ts";
import { type ConsentRow, lastConsent, readConsents, recordConsents } from "./record.ts";

/** Nobody says something so often; what is older stays in the table. */
const HISTORY_MAX = 200;

const toEntry = ({ kind, version, isGiven, way, at }: ConsentRow): ConsentEntry => ({
  kind,
  version,
  isGiven,
  way,
  at: at.toISOString(),
});

const createdAtOf = async (reader: CtxReader, userId: string): Promise<Date> => {
  const { users } = reader.tables;
  const [user] = await reader
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, userId));
  if (user === undefined) throw new AppError("not_found", CONSENTS.unknownMember);
  return user.createdAt;
};

type Asking = { version: number; at: Date };

/**
 * Whether a policy is to be agreed to: refused, never shown, or changed since in a way of which everybody
 * is asked. Who joined before consents were written down agreed to what was in force on that day.
 */
const isAsked = (last: ConsentRow | null, asking: Asking | undefined, createdAt: Date): boolean => {
  if (last === null) return asking !== undefined && asking.at > createdAt;
  return !last.isGiven || (asking !== undefined && asking.version > last.version);
};

/** What a member has to agree to [CONSENT-04]: the policies, each with the version that they agreed to last. */
export const findAsked = async (
  reader: CtxReader,
  userId: string,
): Promise<{ kind: PolicyKind; agreed: number | null; changedAt: Date | null }[]> => {
  const kinds = policiesOf(reader.config);
  const asking = await askingVersions(reader, kinds);
  const createdAt = await createdAtOf(reader, userId);
  const asked: { kind: PolicyKind; agreed: number | null; changedAt: Date | null }[] = [];
  for (const kind of kinds) {
    const last = await lastConsent(reader, userId, kind);
    const change = asking.get(kind);
    if (!isAsked(last, change, createdAt)) continue;
    // A refusal of this version, or a registration that showed nothing, is no older agreement.
    const agreed = last === null || !last.isGiven ? null : last.version;
    asked.push({ kind, agreed, changedAt: change?.at ?? null });
  }
  return asked;
};

/** What the site asks whoever is signed in to agree to; empty for nothing. */
export const readAsked = async ({ read, actor }: MemberCtx): Promise<AskedPolicy[]> =>
  (await findAsked(read, actor.userId)).map(({ kind, changedAt }) => ({
    kind,
    changedAt: changedAt?.toISOString() ?? null,
  }));

/** What somebody agreed to, and when: how each kind stands, and all that they said. */
export const readConsentsOf = async (
  reader: CtxReader,
  userId: string,
): Promise<MemberConsents> => {
  const createdAt = await createdAtOf(reader, userId);
  const rows = await readConsents(reader, userId, HISTORY_MAX);
  const asked = await findAsked(reader, userId);
  return {
    policies: policiesOf(reader.config).map((kind) => ({
      kind,
      isAsked: asked.some((one) => one.kind === kind),
    })),
    joinedAt: createdAt.toISOString(),
    entries: rows.map(toEntry),
  };
};

/** One's own. */
export const readOwnConsents = ({ read, actor }: MemberCtx): Promise<MemberConsents> =>
  readConsentsOf(read, actor.userId);

/**
 * Writes down that a member agrees to what they are asked, or does not. Whoever said the same of the same
 * version before has said it already.
 * @throws {AppError} `too_many_requests`.
 */
export const answerPolicies = (
  ctx: MemberCtx,
  { kinds, isGiven, shown }: ConsentAnswer,
): Promise<void> =>
  ctx.write(async (tx) => {
    const { userId } = tx.actor;
    const known = policiesOf(tx.config).filter((kind) => kinds.includes(kind));
    let isNew = false;
    for (const kind of known) {
      const { version } = await versionShown(tx, kind, shown);
      const last = await lastConsent(tx, userId, kind);
      if (last !== null && last.version === version && last.isGiven === isGiven) continue;
      isNew = true;
      await recordConsents(tx, [{ userId, kind, version, isGiven, way: "prompt" }]);
    }
    if (!isNew) return;
    await countAccountChange(tx);
    tx.publish({ type: "account.changed", userId });
  });
