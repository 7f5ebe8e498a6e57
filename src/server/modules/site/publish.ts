import { and, eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import {
  type CommunityFile,
  hashOf,
  readDocument,
  type SiteDocument,
} from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import type { MemberCtx, MemberTx, System, UnitOfWork } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { MESSAGES } from "#shared/messages.ts";
import {
  DOCUMENT_MAX,
  type PublishInput,
  type RestoreInput,
  type SiteProblem,
  type SiteSection,
  type VersionSource,
} from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";
import { changedSections } from "./compare.ts";
import { type Draft, readDraftState } from "./draft-state.ts";
import { addVersion, changedSince, newestVersion, readVersion } from "./versions.ts";

const invalid = (problems: readonly SiteProblem[]) =>
  new AppError("invalid_document", SITE_VERSIONS.invalid(problems.length), {
    fields: Object.fromEntries(
      problems.map(({ section, path, message }) => [[section, ...path].join("."), message]),
    ),
  });

const stale = () => new AppError("stale", SITE_VERSIONS.stale);

/** @throws {AppError} `invalid_document`, or `bad_request` where it says nothing new, or too much. */
const assertGood = (
  config: Config,
  before: SiteDocument,
  document: SiteDocument,
): SiteSection[] => {
  const sections = changedSections(before, document);
  if (sections.length === 0) throw new AppError("bad_request", SITE_VERSIONS.nothingNew);
  if (Buffer.byteLength(JSON.stringify(document)) > DOCUMENT_MAX)
    throw new AppError("bad_request", SITE_VERSIONS.tooLarge);
  const { problems } = readDocument(config.communityFile.machine, document);
  if (problems.length > 0) throw invalid(problems);
  return sections;
};

/** What a member publishes. */
type Publication = {
  document: SiteDocument;
  sections: readonly SiteSection[];
  note: string;
  source: VersionSource;
  /** The newest version, which it follows. */
  follows: number;
};

/** @throws {AppError} `stale` where another version was published since. */
const writePublication = async (tx: MemberTx, { follows, ...version }: Publication) => {
  if ((await newestVersion(tx)) !== follows) throw stale();
  const { userId: createdBy } = tx.actor;
  return await addVersion(tx, { ...version, hash: hashOf(version.document), createdBy });
};

/** Drafts that were published are none any more. @throws {AppError} `draft_changed`. */
const removeDrafts = async (tx: MemberTx, drafts: readonly Draft[]): Promise<void> => {
  const { siteDrafts: t } = tx.tables;
  for (const { section, revision } of drafts) {
    const removed = await tx
      .update(t)
      .set({ content: null, revision: revision + 1 })
      .where(and(eq(t.section, section), eq(t.revision, revision)))
      .returning({ section: t.section });
    if (removed.length === 0) throw new AppError("draft_changed", SITE_VERSIONS.draftChanged);
  }
};

const auditOf = (id: number, sections: readonly SiteSection[]) => ({
  subject: String(id),
  after: { sections: sections.join(" ") },
});

/**
 * Publishes the drafts of these sections as a new version: all of it or nothing.
 * @throws {AppError} `stale` where somebody else has published one of the sections since; `draft_changed`
 *   where one of the drafts is not what it was, or gone; `invalid_document`; `bad_request` where nothing
 *   would change.
 */
export const publishDrafts = async (
  ctx: MemberCtx,
  { sections: named, note, version: seen }: PublishInput,
): Promise<{ id: number }> => {
  const { version, published, drafts } = await readDraftState(ctx.read);
  const chosen = drafts.filter(({ section }) => named.includes(section));
  if (named.some((name) => !chosen.some(({ section }) => section === name)))
    throw new AppError("draft_changed", SITE_VERSIONS.noDraft);
  const since = await changedSince(ctx.read, seen);
  if (chosen.some(({ section, isStale }) => isStale || since.has(section))) throw stale();
  const document = {
    ...published,
    ...Object.fromEntries(chosen.map(({ section, content }) => [section, content])),
  };
  const sections = assertGood(ctx.config, published, document);
  const id = await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count("sitePublicationsByMember", tx.actor.userId);
    await removeDrafts(tx, chosen);
    const publication = { document, sections, note, source: "browser", follows: version } as const;
    const id = await writePublication(tx, publication);
    await tx.audit({ action: "site.published", ...auditOf(id, sections) });
    return id;
  });
  return { id };
};

/**
 * Publishes what an earlier version says as a new one. Drafts stay.
 * @throws {AppError} `not_found`; `invalid_document` where it does not make a site any more;
 *   `bad_request` where it is what is published.
 */
export const restoreVersion = async (
  ctx: MemberCtx,
  { id: wanted, note }: RestoreInput,
): Promise<{ id: number }> => {
  const document = wanted === 0 ? null : await readVersion(ctx.read, wanted);
  if (document === null) throw new AppError("not_found", MESSAGES.notFound);
  const follows = await newestVersion(ctx.read);
  const present = await readVersion(ctx.read, follows);
  if (present === null) throw stale();
  const sections = assertGood(ctx.config, present, document);
  const id = await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count("sitePublicationsByMember", tx.actor.userId);
    const publication = { document, sections, note, source: "restore", follows } as const;
    const id = await writePublication(tx, publication);
    const { subject, after } = auditOf(id, sections);
    await tx.audit({ action: "site.restored", subject, after: { ...after, version: wanted } });
    return id;
  });
  return { id };
};

/**
 * Publishes what a file says, for a command.
 * @returns the version's id; null where that is published already.
 */
export const importFile = (
  ctx: UnitOfWork<System> & { readonly config: Config },
  { document, hash }: Pick<CommunityFile, "document" | "hash">,
): Promise<number | null> =>
  ctx.write(async (tx) => {
    const newest = await newestVersion(tx);
    const present = await readVersion(tx, newest);
    const sections = present === null ? [] : changedSections(present, document);
    if (newest > 0 && sections.length === 0) return null;
    const origin = { source: "import", note: "", createdBy: null } as const;
    const id = await addVersion(tx, { document, hash, sections, ...origin });
    await tx.audit({ action: "site.imported", ...auditOf(id, sections) });
    return id;
  });
