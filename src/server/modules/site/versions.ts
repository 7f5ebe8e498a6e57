import { and, desc, eq, gt, gte, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import {
  type CommunityFile,
  inTodaysFormat,
  type SiteDocument,
} from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import { AppError } from "#server/core/errors.ts";
import { newestNoted, notePolicies } from "#server/modules/consents/index.ts";
import { renameTicketGames } from "#server/modules/tickets/index.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import type { PolicyKind } from "#shared/constants/accounts.ts";
import type { SiteSection, VersionSource } from "#shared/constants/site.ts";
import { asLine, isLine } from "#shared/rules/lines.ts";
import { isPart } from "#shared/site-forms/fields.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";

const withCategories = z.object({
  categories: z.array(z.object({ key: z.string(), visibleTo: z.optional(z.string()) })),
});

const categoriesOf = ({ tickets }: SiteDocument) =>
  withCategories.safeParse(tickets).data?.categories ?? [];

/**
 * Asked in the transaction that publishes: tickets that not all of the team see stay so. Without their category
 * nothing would say that.
 * @throws {AppError} `conflict` naming the category.
 */
const assertNoneOpens = async (
  tx: TimedTx,
  before: SiteDocument,
  after: SiteDocument,
): Promise<void> => {
  const { tickets } = tx.tables;
  const left = new Set(categoriesOf(after).map(({ key }) => key));
  const gone = categoriesOf(before).flatMap(({ key, visibleTo }) =>
    visibleTo === undefined || left.has(key) ? [] : [key],
  );
  if (gone.length === 0) return;
  const [found] = await tx
    .select({ category: tickets.category })
    .from(tickets)
    .where(inArray(tickets.category, gone))
    .limit(1);
  if (found !== undefined)
    throw new AppError("conflict", SITE_VERSIONS.restrictedCategory(found.category));
};

const gamesOf = ({ games }: SiteDocument) =>
  (Array.isArray(games) ? games : []).flatMap((game: unknown) =>
    isPart(game) ? { key: String(game["key"]), name: String(game["name"]) } : [],
  );

/** Earlier programs published two games of one name: nothing says which of the two a ticket is about. */
const renamedGames = (before: SiteDocument, after: SiteDocument): ReadonlyMap<string, string> => {
  const present = new Map(gamesOf(after).map(({ key, name }) => [key, name]));
  const names = gamesOf(before).map(({ name }) => name);
  return new Map(
    gamesOf(before).flatMap(({ key, name }) => {
      const now = present.get(key);
      const isOne = names.indexOf(name) === names.lastIndexOf(name);
      return now === undefined || now === name || !isOne ? [] : [[name, now] as const];
    }),
  );
};

/** What reads versions: before the first of them there is what the file says, as version 0. */
export type VersionReader = Reader & { readonly config: Pick<Config, "communityFile"> };

/** The newest, which is published; 0 where there is none. */
export const newestVersion = async ({ select, tables }: Reader): Promise<number> => {
  const { siteVersions: t } = tables;
  const [found] = await select({ id: t.id }).from(t).orderBy(desc(t.id)).limit(1);
  return found?.id ?? 0;
};

/** Earlier programs took line breaks and control characters in some names: each is a space. */
const inLines = (value: unknown): unknown => {
  if (typeof value === "string") return isLine(value) ? value : asLine(value);
  if (Array.isArray(value)) return value.map(inLines);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inLines(one)]));
};
const ofLines = new Set<string>(["brand", "links", "servers"] satisfies SiteSection[]);
const inTodaysLines = (document: SiteDocument): SiteDocument => {
  const { shop } = document;
  const mended = Object.entries(document).map(([name, content]) => [
    name,
    ofLines.has(name) ? inLines(content) : content,
  ]);
  return {
    ...(Object.fromEntries(mended) as SiteDocument),
    ...(isPart(shop) &&
      "packages" in shop && { shop: { ...shop, packages: inLines(shop["packages"]) } }),
  };
};

/** What JSON says; undefined for what is none, since something has damaged the database. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What a version's text says, in today's format; null where nobody can read it any more. */
const documentOf = (text: string): SiteDocument | null => {
  const written = readJson(text);
  return isPart(written) ? inTodaysLines(inTodaysFormat(written)) : null;
};

/** What a version says; null where there is no such version, or nobody can read it any more. */
export const readVersion = async (
  { select, tables, config }: VersionReader,
  id: number,
): Promise<SiteDocument | null> => {
  if (id === 0) return config.communityFile.document;
  const { siteVersions: t } = tables;
  const [found] = await select({ document: t.document }).from(t).where(eq(t.id, id));
  return found === undefined ? null : documentOf(found.document);
};

/** What versions say, as it is written, the newest first, of those with an id up to `last`. */
export const versionsUpTo = async function* (
  { select, tables: { siteVersions: t } }: Reader,
  last: number,
): AsyncGenerator<{ id: number; document: string }> {
  let upTo = last;
  while (true) {
    // One at a time: each may have two megabytes.
    const [version] = await select({ id: t.id, document: t.document })
      .from(t)
      .where(lte(t.id, upTo))
      .orderBy(desc(t.id))
      .limit(1);
    if (version === undefined) return;
    yield version;
    upTo = version.id - 1;
  }
};

/** What the site says. */
export type Standing = {
  /** The version that says it; 0 for the file. */
  id: number;
  document: SiteDocument;
  /** Of newer versions that nobody can read any more, a sentence each. */
  damage: readonly string[];
};

/**
 * What the site says since a version: what that says, or else the newest before it that can be read.
 * @returns null where none can be read.
 */
export const readStanding = async (
  reader: VersionReader,
  since: number,
): Promise<Standing | null> => {
  if (since === 0) return { id: 0, document: reader.config.communityFile.document, damage: [] };
  const damage: string[] = [];
  for await (const { id, document: text } of versionsUpTo(reader, since)) {
    const document = documentOf(text);
    if (document !== null) return { id, document, damage };
    const isJson = readJson(text) !== undefined;
    damage.push(SITE_VERSIONS.damagedVersion(id, isJson ? "no document" : "no JSON"));
  }
  return null;
};

/**
 * What is published.
 * @param newest the newest version, which is looked for where it is left out.
 * @throws {AppError} `unavailable` where no version can be read.
 */
export const readShown = async (reader: VersionReader, newest?: number): Promise<Standing> => {
  const since = newest ?? (await newestVersion(reader));
  const standing = await readStanding(reader, since);
  if (standing === null) throw new AppError("unavailable", SITE_VERSIONS.noneReadable(since));
  return standing;
};

/** The last version since `id` that changed a section, by section. */
export const changedSince = async (
  { select, tables }: Reader,
  id: number,
): Promise<ReadonlyMap<SiteSection, number>> => {
  const { siteVersions: t } = tables;
  const rows = await select({ id: t.id, sections: t.sections })
    .from(t)
    .where(gt(t.id, id))
    .orderBy(t.id);
  return new Map(rows.flatMap((row) => row.sections.map((section) => [section, row.id] as const)));
};

/** What has become of the owner's file since it was taken into a version. */
export type FileState = "first" | "known" | "newer" | "both";

/**
 * Whether the file says something new, and whether that is all that is new. What somebody has exported
 * into it is known, too.
 */
export const fileStateOf = async (
  { select, tables }: Reader,
  { hash }: Pick<CommunityFile, "hash">,
): Promise<FileState> => {
  const { siteVersions: t } = tables;
  const newest = await newestVersion({ select, tables } as Reader);
  if (newest === 0) return "first";
  const [ofFile] = await select({ id: t.id })
    .from(t)
    .where(inArray(t.source, ["file", "import"]))
    .orderBy(desc(t.id))
    .limit(1);
  const since = ofFile?.id ?? 0;
  const [known] = await select({ id: t.id })
    .from(t)
    .where(and(eq(t.hash, hash), gte(t.id, since)))
    .limit(1);
  if (known !== undefined) return "known";
  return newest === since ? "newer" : "both";
};

type NewVersion = {
  document: SiteDocument;
  hash: string;
  note: string;
  source: VersionSource;
  sections: readonly SiteSection[];
  /** A user's id. */
  createdBy: string | null;
  /** Of which everybody is asked to agree again; of nothing where it is left out. */
  asksAgain?: readonly PolicyKind[];
};

/**
 * Publishes a document, whoever does.
 * @returns the version's id.
 * @throws {AppError} `conflict` where tickets would open that not all of the team see.
 */
export const addVersion = async (
  tx: TimedTx & VersionReader,
  { document, asksAgain = [], ...version }: NewVersion,
): Promise<number> => {
  const newest = await newestVersion(tx);
  const present = await readStanding(tx, newest);
  if (present !== null) {
    await assertNoneOpens(tx, present.document, document);
    await renameTicketGames(tx, renamedGames(present.document, document));
  }
  const id = newest + 1;
  const createdAt = tx.clock.now();
  await tx
    .insert(tx.tables.siteVersions)
    .values({ ...version, id, document: JSON.stringify(document), createdAt });
  const { sections } = version;
  await notePolicies(tx, { version: id, sections, asksAgain, at: createdAt });
  tx.publish({ type: "site.published", versionId: id });
  return id;
};

/**
 * Notes which versions changed the rules or the privacy policy, as far as that was not done when they were
 * published: by a release that knew no consents. Of these nobody is asked to agree again.
 */
export const noteEarlierPolicies = async (tx: TimedTx): Promise<void> => {
  const { siteVersions: t } = tx.tables;
  const rows = await tx
    .select({ id: t.id, sections: t.sections, createdAt: t.createdAt })
    .from(t)
    .where(gt(t.id, await newestNoted(tx)))
    .orderBy(t.id);
  for (const { id, sections, createdAt } of rows)
    await notePolicies(tx, { version: id, sections, asksAgain: [], at: createdAt });
};
