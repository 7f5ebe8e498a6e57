import { and, desc, eq, gt, inArray, lte, max } from "drizzle-orm";
import type { Config } from "#server/config/config.ts";
import { one } from "#server/store/one.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import { POLICY_KINDS, type PolicyKind } from "#shared/constants/consents.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";

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
export const policiesOf = ({ community }: Pick<Config, "community">): readonly PolicyKind[] =>
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
export const askingVersions = async (
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
