import { eq, inArray, like, type SQL } from "drizzle-orm";
import type { SiteDocument } from "#server/config/community-file.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import { fontCss, siteOf } from "#server/modules/community/index.ts";
import { findAsked, versionShown } from "#server/modules/consents/index.ts";
import { renderSample } from "#server/modules/mail/index.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { PolicyKind } from "#shared/constants/accounts.ts";
import type { DisplayFont } from "#shared/constants/brand.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { type ProblemLevel, SITE_SECTIONS, type SiteSection } from "#shared/constants/site.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { MailName } from "#shared/schemas/community/brand.ts";
import type { PolicyChanges } from "#shared/schemas/consents.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import {
  type PlacedProblem,
  type SiteChanges,
  type SiteOverview,
  type SiteProblem,
  type SiteSectionState,
  type SiteVersion,
  type SiteVersionRow,
  type VersionLook,
} from "#shared/schemas/site-document.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { combine } from "#shared/site-forms/fields.ts";
import { SECTION_TEXTS } from "#shared/site-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { changedSections, changesIn, placeIn } from "./compare.ts";
import { checkDrafts, draftConfig, readDraftState } from "./draft-state.ts";
import { findDraft } from "./drafts.ts";
import { versionConfig } from "./index.ts";
import {
  fileStateOf,
  newestVersion,
  readStanding,
  readVersion,
  type VersionReader,
} from "./versions.ts";

/** So many paragraphs are told of each way. */
const PARAGRAPHS_MAX = 60;
/** The longest of them, in UTF-16 units. */
const LENGTH_MAX = 1500;

/** What a section says, line by line; a name or a number of it is one as well. */
const linesIn = (value: unknown): string[] => {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  if (Array.isArray(value)) return value.flatMap(linesIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(linesIn);
  return typeof value === "number" ? [String(value)] : [];
};

const without = (lines: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return [...new Set(lines)].filter((line) => !known.has(line));
};

const NOTHING: PolicyChanges = { added: [], removed: [], isCut: false };

/**
 * How a policy differs from the one that a member agreed to, as the community wrote it. Nothing where it
 * is not known what they agreed to.
 */
export const readPolicyChanges = async (
  { read, actor }: MemberCtx,
  { kind }: { kind: PolicyKind },
): Promise<PolicyChanges> => {
  const asked = await findAsked(read, actor.userId);
  const agreed = asked.find((one) => one.kind === kind)?.agreed ?? null;
  const present = await newestVersion(read);
  if (agreed === null || agreed === 0 || (await versionShown(read, kind)).version <= agreed)
    return NOTHING;
  const [before, after] = [await readStanding(read, agreed), await readStanding(read, present)];
  if (before === null || after === null) return NOTHING;
  const [old, now] = [linesIn(before.document[kind]), linesIn(after.document[kind])];
  const [added, removed] = [without(now, old), without(old, now)];
  const shown = (lines: readonly string[]) =>
    lines.slice(0, PARAGRAPHS_MAX).map((line) => line.slice(0, LENGTH_MAX));
  const isCut = added.length > PARAGRAPHS_MAX || removed.length > PARAGRAPHS_MAX;
  return { added: shown(added), removed: shown(removed), isCut };
};

/** What browsers would be told with all drafts that are good. */
export const previewSite = async ({ read, assets }: MemberCtx): Promise<SiteConfig> =>
  siteOf(await draftConfig(read), assets.buildId, assets.paths?.());

/**
 * What browsers would be told were a version published again, and how that looks: only what is published
 * has a style sheet.
 * @throws {AppError} `not_found` where there is none, or this program cannot show what it says.
 */
export const previewVersion = async (
  { read, assets }: MemberCtx,
  { id }: { id: number },
): Promise<{ site: SiteConfig; look: VersionLook }> => {
  const config = await versionConfig(read, id);
  if (config === null) throw new AppError("not_found", SITE_VERSIONS.notShown);
  const { accent, background, font } = config.community.brand;
  return {
    site: siteOf(config, assets.buildId, assets.paths?.()),
    look: { accent, background, font },
  };
};

/** A mail as the Admin who asks would get it now, were all drafts published that are good. */
export const previewMail = async (
  { read, tables: { users }, clock, actor }: MemberCtx,
  { mail }: { mail: MailName },
): Promise<{ subject: string; text: string; html: string }> => {
  const config = await draftConfig(read);
  const [reader] = await read
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, actor.userId));
  return renderSample(mail, config, { firstName: reader?.firstName ?? "", at: clock.now() });
};

/** The style of a typeface that is not published. */
export const previewFont = (
  { assets }: Pick<MemberCtx, "assets">,
  { font }: { font: DisplayFont },
): { css: string } => ({ css: fontCss(font, assets.paths?.() ?? []) });

type Person = { id: string; name: string } | null;

/** The people with these ids, as far as they are still known. */
const peopleOf = async (
  { tables, select }: Reader,
  ids: readonly string[],
): Promise<(id: string | null) => Person> => {
  const { users: t } = tables;
  const rows =
    ids.length === 0
      ? []
      : await select({ id: t.id, firstName: t.firstName, lastName: t.lastName })
          .from(t)
          .where(inArray(t.id, [...ids]));
  const names = new Map(rows.map(({ id, ...name }) => [id, `${name.firstName} ${name.lastName}`]));
  return (id) => (id === null ? null : { id, name: names.get(id)?.trim() ?? "" });
};

/** What JSON of a document begins and ends with. */
const LOOKS_WHOLE = '{"%}';

/** Of a version all but its document, which is long. */
const rowColumns = ({ siteVersions: t }: Tables) => ({
  id: t.id,
  note: t.note,
  source: t.source,
  sections: t.sections,
  createdAt: t.createdAt,
  createdBy: t.createdBy,
  looksWhole: like(t.document, LOOKS_WHOLE).mapWith(Boolean),
});

const readRows = async (
  reader: VersionReader,
  isWanted: SQL | undefined,
  limit: number,
): Promise<SiteVersionRow[]> => {
  const { siteVersions: t } = reader.tables;
  const rows = await reader
    .select(rowColumns(reader.tables))
    .from(t)
    .where(isWanted)
    .orderBy(...keyset({ id: t.id }).order)
    .limit(limit);
  const personOf = await peopleOf(
    reader,
    rows.flatMap(({ createdBy }) => createdBy ?? []),
  );
  const damaged = new Set<number>();
  for (const { id, looksWhole } of rows)
    if (!looksWhole && (await readVersion(reader, id)) === null) damaged.add(id);
  return rows.map(({ id, note, source, sections, createdAt, createdBy }) => ({
    id,
    number: id,
    at: createdAt.toISOString(),
    by: personOf(createdBy),
    note,
    source,
    sections: Array.from(sections),
    isDamaged: damaged.has(id),
  }));
};

/** What is published where no version is: what the file says. */
const versionOfFile = (at: Date): SiteVersionRow => ({
  id: 0,
  number: 0,
  at: at.toISOString(),
  by: null,
  note: "",
  source: "file",
  sections: [...SITE_SECTIONS],
  isDamaged: false,
});

const countOf = (problems: readonly SiteProblem[], section: SiteSection, level: ProblemLevel) =>
  problems.filter((problem) => problem.section === section && problem.level === level).length;

/** What is published, what is being written, and what the owner should know. */
export const readOverview = async (ctx: MemberCtx): Promise<SiteOverview> => {
  const { read, config, clock } = ctx;
  const { drafts, damage, damagedDrafts } = await readDraftState(read);
  const problems = await checkDrafts(read);
  const [newest] = await readRows(read, undefined, 1);
  const personOf = await peopleOf(
    read,
    drafts.map(({ updatedBy }) => updatedBy),
  );
  const isBoth = (await fileStateOf(read, config.communityFile)) === "both";
  const { sections: _, ...version } = newest ?? versionOfFile(clock.now());
  return {
    version,
    sections: SITE_SECTIONS.map((section) => {
      const draft = drafts.find((one) => one.section === section);
      return {
        section,
        draft:
          draft === undefined
            ? null
            : {
                updatedAt: draft.updatedAt.toISOString(),
                by: personOf(draft.updatedBy),
                basedOn: draft.basedOn,
                isStale: draft.isStale,
              },
        problems: countOf(problems, section, "error"),
        warnings: countOf(problems, section, "warning"),
      };
    }),
    fileNotice: isBoth ? SITE_VERSIONS.bothChanged : null,
    damage: [
      ...damage,
      ...damagedDrafts.map((section) => SITE_VERSIONS.damagedDraftOf(SECTION_TEXTS[section].title)),
    ],
  };
};

/** One section as it is published, and as it is being written. */
export const readSection = async (
  ctx: MemberCtx,
  { section }: { section: SiteSection },
): Promise<SiteSectionState> => {
  const { read } = ctx;
  const [{ version, published, drafts, damagedDrafts }, row] = [
    await readDraftState(read),
    await findDraft(read, section),
  ];
  const draft = drafts.find((one) => one.section === section);
  const personOf = await peopleOf(read, draft === undefined ? [] : [draft.updatedBy]);
  return {
    section,
    published: published[section],
    draft: draft?.content ?? null,
    basedOn: draft?.basedOn ?? version,
    version,
    draftRevision: draft?.revision ?? row?.revision ?? 0,
    draftBy: personOf(draft?.updatedBy ?? null),
    isStale: draft?.isStale ?? false,
    isDamaged: damagedDrafts.includes(section),
  };
};

/** What the store calls what forms name by its number. */
export const listStorePackages = async ({ read }: MemberCtx) => {
  const { packages = [] } = (await readCatalogue(read)) ?? {};
  return packages.map(({ id, name }) => ({ id, name }));
};

/** What is wrong with the site as it would be published, and what may be. */
export const checkSite = ({ read }: MemberCtx): Promise<PlacedProblem[]> => checkDrafts(read);

/** What publishing the drafts would change. */
export const readChanges = async ({ read }: MemberCtx): Promise<SiteChanges> => {
  const { published, drafts } = await readDraftState(read);
  const changes: SiteChanges = [];
  for (const { section, revision, content, basedOn, isStale } of drafts) {
    const base = isStale ? await readStanding(read, basedOn) : null;
    const { conflicts } = base
      ? combine(base.document[section], content, published[section], placeIn(section))
      : { conflicts: [] };
    const change = changesIn(section, published[section], content);
    changes.push({ ...change, revision, isStale, conflicts });
  }
  return changes;
};

/**
 * The versions, the newest first. Reads no documents.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listVersions = async (
  { read, tables }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<SiteVersionRow>> => {
  const list = keyset({ id: tables.siteVersions.id });
  const rows = await readRows(read, list.before(cursor), limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return { items: shown, nextCursor };
};

const changesSince = (before: SiteDocument | undefined, document: SiteDocument) =>
  before === undefined
    ? []
    : changedSections(before, document).map((name) =>
        changesIn(name, before[name], document[name]),
      );

/**
 * A version with what it says, and what it changed.
 * @throws {AppError} `not_found`, also where nobody can read it any more.
 */
export const readOneVersion = async (
  { read, tables }: MemberCtx,
  { id }: { id: number },
): Promise<SiteVersion> => {
  const [row] = await readRows(read, eq(tables.siteVersions.id, id), 1);
  if (row === undefined) throw new AppError("not_found", MESSAGES.notFound);
  const document = await readVersion(read, id);
  if (document === null) throw new AppError("not_found", SITE_VERSIONS.unreadableVersion(id));
  const { format: _, ...sections } = document;
  const before = id === 1 ? null : await readStanding(read, id - 1);
  return { ...row, document: sections, changes: changesSince(before?.document, document) };
};
