import { eq, inArray, type SQL } from "drizzle-orm";
import type { SiteDocument } from "#server/config/community-file.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { ProblemLevel } from "#shared/constants/site-checks.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import {
  SITE_SECTIONS,
  type SiteChanges,
  type SiteOverview,
  type PlacedProblem,
  type SiteProblem,
  type SiteSection,
  type SiteSectionState,
  type SiteVersion,
  type SiteVersionRow,
} from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";
import { checkDrafts } from "./check.ts";
import { combine } from "./combine.ts";
import { changedSections, changesIn } from "./compare.ts";
import { readDraftState } from "./draft-state.ts";
import { findDraft } from "./drafts.ts";
import { fileStateOf, readVersion } from "./versions.ts";
import { placeIn } from "./words.ts";

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

/** Of a version all but its document, which is long. */
const rowColumns = ({ siteVersions: t }: Tables) => ({
  id: t.id,
  note: t.note,
  source: t.source,
  sections: t.sections,
  createdAt: t.createdAt,
  createdBy: t.createdBy,
});

const readRows = async (
  reader: Reader,
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
  return rows.map(({ id, note, source, sections, createdAt, createdBy }) => ({
    id,
    number: id,
    at: createdAt.toISOString(),
    by: personOf(createdBy),
    note,
    source,
    sections: [...sections],
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
});

const countOf = (problems: readonly SiteProblem[], section: SiteSection, level: ProblemLevel) =>
  problems.filter((problem) => problem.section === section && problem.level === level).length;

/** What is published, what is being written, and what the owner should know. */
export const readOverview = async (ctx: MemberCtx): Promise<SiteOverview> => {
  const { read, config, clock } = ctx;
  const { drafts } = await readDraftState(read);
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
  };
};

/** One section as it is published, and as it is being written. */
export const readSection = async (
  ctx: MemberCtx,
  { section }: { section: SiteSection },
): Promise<SiteSectionState> => {
  const { read } = ctx;
  const [{ version, published, drafts }, row] = [
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
  };
};

/** What is wrong with the site as it would be published, and what may be. */
export const checkSite = ({ read }: MemberCtx): Promise<PlacedProblem[]> => checkDrafts(read);

/** What publishing the drafts would change. */
export const readChanges = async ({ read }: MemberCtx): Promise<SiteChanges> => {
  const { published, drafts } = await readDraftState(read);
  const changes: SiteChanges = [];
  for (const { section, revision, content, basedOn, isStale } of drafts) {
    const base = isStale ? await readVersion(read, basedOn) : null;
    const { conflicts } = base
      ? combine(base[section], content, published[section], placeIn(section))
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

const changesSince = (before: SiteDocument | null, document: SiteDocument) =>
  before === null
    ? []
    : changedSections(before, document).map((name) =>
        changesIn(name, before[name], document[name]),
      );

/** A version with what it says, and what it changed. @throws {AppError} `not_found`. */
export const readOneVersion = async (
  { read, tables }: MemberCtx,
  { id }: { id: number },
): Promise<SiteVersion> => {
  const [row] = await readRows(read, eq(tables.siteVersions.id, id), 1);
  const document = row === undefined ? null : await readVersion(read, id);
  if (row === undefined || document === null) throw new AppError("not_found", MESSAGES.notFound);
  const { format: _, ...sections } = document;
  const before = id === 1 ? null : await readVersion(read, id - 1);
  return { ...row, document: sections, changes: changesSince(before, document) };
};
