import { eq } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import { sameText } from "#server/config/community-file.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Reader } from "#server/store/store.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import type { DraftInput, MergeInput, PlacedProblem } from "#shared/schemas/site-document.ts";
import { combine } from "#shared/site-forms/fields.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { placeIn } from "./compare.ts";
import { checkDrafts, contentIn } from "./draft-state.ts";
import { newestVersion, readShown, readStanding } from "./versions.ts";

const draftChanged = () => new AppError("draft_changed", SITE_VERSIONS.draftChanged);

/** The row of a section, also where its draft is gone. */
export const findDraft = async ({ select, tables }: Reader, section: SiteSection) => {
  const { siteDrafts: t } = tables;
  const [found] = await select().from(t).where(eq(t.section, section));
  return found ?? null;
};

type Change = {
  section: SiteSection;
  /** As JSON; null where there is to be no draft. */
  content: string | null;
  basedOn: number;
  /** The revision that is there now; 0 for none. */
  revision: number;
};

/** Writes a draft. @returns its new revision. */
const writeDraft = async (tx: MemberTx, { section, revision, ...change }: Change) => {
  const { siteDrafts: t } = tx.tables;
  const by = { updatedAt: tx.clock.now(), updatedBy: tx.actor.userId };
  const row = { ...change, ...by, section, revision: revision + 1 };
  await tx.insert(t).values(row).onConflictDoUpdate({ target: t.section, set: row });
  return row.revision;
};

/** What text can be, stays: half of a pair stands for no character, and no file can have it. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  );
};

/**
 * Saves what somebody has written of a section, also where something is wrong with it. What is published
 * already is no draft. The last one of a page that is left may go on from that person's own one before.
 * @throws {AppError} `draft_changed` where somebody else has saved or discarded it since; `bad_request`
 *   where it began from no version.
 */
export const saveDraft = async (
  ctx: MemberCtx,
  { section, content: given, basedOn: began, revision: seen, isLast = false }: DraftInput,
): Promise<{ revision: number; problems: PlacedProblem[] }> => {
  const content = wellFormed(given);
  const saved = await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("siteDraftsByMember", tx.actor.userId);
    const present = await findDraft(tx, section);
    const revision = present?.revision ?? 0;
    const isOwnNext =
      isLast &&
      revision === seen + 1 &&
      present?.content != null &&
      present.updatedBy === tx.actor.userId;
    if (revision !== seen && !isOwnNext) throw draftChanged();
    const newest = await newestVersion(tx);
    if (began > newest) throw new AppError("bad_request", SITE_VERSIONS.unknownBase);
    const isBegun = contentIn(present?.content) !== null;
    const basedOn = isBegun ? (present?.basedOn ?? began) : began;
    const { document: published } = await readShown(tx, newest);
    const isNew = sameText(published[section]) !== sameText(content);
    const text = isNew ? JSON.stringify(content) : null;
    return await writeDraft(tx, { section, content: text, basedOn, revision });
  });
  return { revision: saved, problems: await checkDrafts(ctx.read) };
};

/** Throws a draft away, whoever wrote it. @throws {LimitReached} */
export const discardDraft = (
  ctx: MemberCtx,
  { section }: { section: SiteSection },
): Promise<void> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("siteDraftsByMember", tx.actor.userId);
    const present = await findDraft(tx, section);
    if (present?.content == null) return;
    await writeDraft(tx, { ...present, content: null });
    await tx.audit({ action: "site.draft_discarded", subject: section });
  });

/**
 * Makes of a draft that is behind what is published one that is not: by leaving what others published out,
 * by taking it instead, or by taking both.
 * @returns what both changed, which stays as the draft has it.
 * @throws {AppError} `draft_changed` where somebody else has saved or discarded it since, or nobody can read it.
 */
export const mergeDraft = (
  ctx: MemberCtx,
  { section, take, revision }: MergeInput,
): Promise<{ revision: number; conflicts: string[] }> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("siteDraftsByMember", tx.actor.userId);
    const present = await findDraft(tx, section);
    if (present?.content == null || present.revision !== revision) throw draftChanged();
    const newest = await newestVersion(tx);
    const mine = contentIn(present.content);
    if (mine === null) throw new AppError("draft_changed", SITE_VERSIONS.damagedDraft);
    const { [section]: theirs } = (await readShown(tx, newest)).document;
    const base = (await readStanding(tx, present.basedOn))?.document[section];
    const made =
      take === "both"
        ? combine(base, mine, theirs, placeIn(section))
        : { value: take === "mine" ? mine : theirs, conflicts: [] };
    const isNew = sameText(made.value) !== sameText(theirs);
    const content = isNew ? JSON.stringify(made.value) : null;
    const saved = await writeDraft(tx, { section, content, basedOn: newest, revision });
    return { revision: saved, conflicts: made.conflicts };
  });
