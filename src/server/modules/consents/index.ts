import { and, asc, desc, eq, gt, inArray, isNull, lte, max, notExists } from "drizzle-orm";
import { countAccountChange } from "#server/access/account-changes.ts";
import type { Config } from "#server/config/config.ts";
import type { CtxReader, MemberCtx, SystemCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { one, type Reader, type Tables, type TimedTx } from "#server/store/store.ts";
import { CONSENTS } from "#shared/consent-messages.ts";
import {
  type ConsentKind,
  type ConsentWay,
  MARKETING_VERSION,
  POLICY_KINDS,
  type PolicyKind,
} from "#shared/constants/accounts.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import type {
  AskedPolicy,
  ConsentAnswer,
  ConsentEntry,
  MemberConsents,
} from "#shared/schemas/consents.ts";

type Changed = {
  /** The site's version. */
  version: number;
  /** What it changed. */
  sections: readonly SiteSection[];
  /** Of which everybody is asked to agree again. */
  asksAgain: readonly PolicyKind[];
  at: Date;
};

/**
 * Notes that a version of the site changes the rules or the privacy policy, in the caller's transaction:
 * from then on these are agreed to in that version [CONSENT-02].
 */
export const notePolicies = async (
  tx: TimedTx,
  { version, sections, asksAgain, at }: Changed,
): Promise<void> => {
  const changed = POLICY_KINDS.filter((kind) => sections.includes(kind));
  if (changed.length === 0) return;
  await tx
    .insert(tx.tables.policyVersions)
    .values(changed.map((kind) => ({ kind, version, asksAgain: asksAgain.includes(kind), at })))
    .onConflictDoNothing();
};

/** The newest version that was noted; 0 for none. */
export const newestNoted = async ({ select, tables }: Reader): Promise<number> => {
  const { policyVersions: t } = tables;
  const { newest } = one(await select({ newest: max(t.version) }).from(t));
  return newest ?? 0;
};

/** What this community has that people agree to: one without rules asks for none. */
const policiesOf = ({ community }: Pick<Config, "community">): readonly PolicyKind[] =>
  POLICY_KINDS.filter((kind) => kind !== "rules" || community.rules.length > 0);

type VersionOfPolicy = { version: number; at: Date };

/**
 * In which version a policy was shown to somebody: the last one that changed it by then.
 * @param shown the site's version that they saw; the newest where it is left out.
 * @returns version 0 where nothing is known of it.
 */
export const versionShown = async (
  { select, tables: { policyVersions: t } }: Reader,
  kind: PolicyKind,
  shown?: number,
): Promise<VersionOfPolicy> => {
  const isShown = shown === undefined ? undefined : lte(t.version, shown);
  const [found] = await select({ version: t.version, at: t.at })
    .from(t)
    .where(and(eq(t.kind, kind), isShown))
    .orderBy(desc(t.version))
    .limit(1);
  return found ?? { version: 0, at: new Date(0) };
};

/** The versions since which everybody is to agree again, by policy, the newest of each. */
const askingVersions = async (
  { select, tables: { policyVersions: t } }: Reader,
  kinds: readonly PolicyKind[],
): Promise<ReadonlyMap<PolicyKind, VersionOfPolicy>> => {
  if (kinds.length === 0) return new Map();
  const rows = await select({ kind: t.kind, version: t.version, at: t.at })
    .from(t)
    .where(and(inArray(t.kind, [...kinds]), eq(t.asksAgain, true), gt(t.version, 0)))
    .orderBy(t.version);
  return new Map(rows.map(({ kind, ...found }) => [kind, found] as const));
};

type ConsentRow = Tables["consents"]["$inferSelect"];

type NewConsent = {
  userId: string;
  kind: ConsentKind;
  version: number;
  isGiven: boolean;
  way: ConsentWay;
  /** Now where it is left out. */
  at?: Date;
};

/** Writes down what somebody agreed to, refused or withdrew, in the caller's transaction [CONSENT-01]. */
const recordConsents = async (tx: Tx, consents: readonly NewConsent[]): Promise<void> => {
  if (consents.length === 0) return;
  const now = tx.clock.now();
  await tx.insert(tx.tables.consents).values(consents.map((consent) => ({ at: now, ...consent })));
};

/** Writes down who wants news by email, or does not any more, in the caller's transaction. */
export const recordMarketing = (
  tx: Tx,
  given: readonly Pick<NewConsent, "userId" | "isGiven" | "way">[],
): Promise<void> =>
  recordConsents(
    tx,
    given.map((consent) => ({ ...consent, kind: "marketing", version: MARKETING_VERSION })),
  );

/** What a person said last of each kind, and all that they said, the newest first; at most `max`. */
const readConsents = async (
  { select, tables: { consents: t } }: Reader,
  userId: string,
  max: number,
): Promise<ConsentRow[]> =>
  await select().from(t).where(eq(t.userId, userId)).orderBy(desc(t.id)).limit(max);

/** What somebody said last of one kind; null for nothing. */
const lastConsent = async (
  { select, tables: { consents: t } }: Reader,
  userId: string,
  kind: ConsentKind,
): Promise<ConsentRow | null> => {
  const [found] = await select()
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.kind, kind)))
    .orderBy(desc(t.id))
    .limit(1);
  return found ?? null;
};

/**
 * What a registration agrees to, in its transaction. A form that shows the texts sends the version of the
 * site whose texts they are; an older client shows none, and nobody is said to have agreed to what they
 * did not see: that is written down as well, and the site asks at the next visit [CONSENT-03].
 */
export const recordRegistration = async (
  tx: Tx,
  { userId, agreesTo }: RegistrationConsent,
): Promise<void> => {
  const consents: NewConsent[] = [];
  for (const kind of policiesOf(tx.config)) {
    const { version } = await versionShown(tx, kind, agreesTo ?? undefined);
    const isGiven = agreesTo != null;
    consents.push({ userId, kind, version, isGiven, way: "registration" });
  }
  await recordConsents(tx, consents);
};

type RegistrationConsent = {
  userId: string;
  /** The site's version whose texts were shown; null where none were. */
  agreesTo: number | null | undefined;
};

/** Removes what a registration said that is removed as a whole, in the caller's transaction. */
export const forgetConsents = async (tx: Tx, userId: string): Promise<void> => {
  const { consents: t } = tx.tables;
  await tx.delete(t).where(eq(t.userId, userId));
};

/** Few enough for no visitor to wait for them. */
const SLICE = 50;
/** Of a member's changes of their account so many are looked through. */
const ENTRIES_MAX = 200;

/** When a member last said that they want news by email, as far as the record of events knows. */
const saidAt = async (reader: CtxReader, userId: string): Promise<Date | null> => {
  const { audit: t } = reader.tables;
  const rows = await reader
    .select({ at: t.at, after: t.after })
    .from(t)
    .where(and(eq(t.subject, userId), eq(t.action, "account.changed")))
    .orderBy(desc(t.id))
    .limit(ENTRIES_MAX);
  const found = rows.find(
    ({ after }) => (after as { allowMarketing?: unknown } | null)?.allowMarketing === true,
  );
  return found?.at ?? null;
};

/**
 * Writes down the consent to news by email of those who gave it before consents were written down.
 * @param signal stops between two slices.
 */
export const recordEarlierConsents = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { users, consents } = ctx.tables;
  const isMarketing = and(eq(consents.userId, users.id), eq(consents.kind, "marketing"));
  while (!signal.aborted) {
    const lacking = await ctx.read
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.allowMarketing, true),
          isNull(users.erasedAt),
          notExists(ctx.read.select({ id: consents.id }).from(consents).where(isMarketing)),
        ),
      )
      .orderBy(asc(users.id))
      .limit(SLICE);
    if (lacking.length === 0) return;
    await ctx.write(async (tx) => {
      for (const { id: userId } of lacking) {
        const [known] = await tx
          .select({ id: consents.id })
          .from(consents)
          .where(and(eq(consents.userId, userId), eq(consents.kind, "marketing")))
          .limit(1);
        const [still] = await tx
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, userId), eq(users.allowMarketing, true)));
        if (known !== undefined || still === undefined) continue;
        const at = (await saidAt(tx, userId)) ?? tx.clock.now();
        const version = MARKETING_VERSION;
        const given = { kind: "marketing", isGiven: true, way: "earlier" } as const;
        await recordConsents(tx, [{ ...given, userId, version, at }]);
      }
    });
  }
};

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
