import { isIP } from "node:net";
import { isNotNull } from "drizzle-orm";
import { loadReader, type SiteDocument } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import type { CtxReader } from "#server/context/context.ts";
import { readPresentEntries } from "#server/modules/calendar/index.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import { oncePerStore, type Reader, type Tables } from "#server/store/store.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import type { PlacedProblem, SiteProblem } from "#shared/schemas/site-document.ts";
import { isPart } from "#shared/site-forms/fields.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import type { Checked } from "./checks.ts";
import { placed } from "./compare.ts";
import { missingMedia } from "./media.ts";
import {
  changedSince,
  newestVersion,
  readJson,
  readShown,
  readStanding,
  type VersionReader,
} from "./versions.ts";

const invalidAt = (
  section: SiteSection,
  path: SiteProblem["path"],
  message: string,
): SiteProblem => ({ section, path, message, level: "error", code: "invalid" });

/** Tickets know games by their short names. */
const equalGameNames = (
  { games }: SiteDocument,
  sections: readonly SiteSection[],
): SiteProblem[] => {
  if (!sections.includes("games") || !Array.isArray(games)) return [];
  const names = games.map((game: unknown) =>
    isPart(game) && typeof game["name"] === "string" ? game["name"].normalize("NFC") : null,
  );
  return names.flatMap((name, index): SiteProblem[] =>
    name === null || names.indexOf(name) === index
      ? []
      : [invalidAt("games", [index, "name"], SITE_VERSIONS.equalGames(name))],
  );
};

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
/** A name whose last part is a number would be an address of four numbers. */
const NUMBER = /^\d+$/;

const isHost = (host: string): boolean => {
  const labels = host.split(".");
  return (
    isIP(host) !== 0 ||
    (labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? ""))
  );
};

const wrongHosts = ({ servers }: SiteDocument, sections: readonly SiteSection[]): SiteProblem[] => {
  if (!sections.includes("servers") || !Array.isArray(servers)) return [];
  return servers.flatMap((server: unknown, index) =>
    (["host", "queryHost"] as const).flatMap((name) => {
      const host = isPart(server) ? server[name] : undefined;
      return typeof host !== "string" || host === "" || isHost(host)
        ? []
        : invalidAt("servers", [index, name], SITE_VERSIONS.noHost);
    }),
  );
};

const WEB_ADDRESS = /^https?:\/\//i;

const holdsPassword = (text: string): boolean => {
  const url = WEB_ADDRESS.test(text) ? URL.parse(text) : null;
  return url !== null && (url.username !== "" || url.password !== "");
};

const passwordsAt = (
  section: SiteSection,
  path: SiteProblem["path"],
  value: unknown,
): SiteProblem[] => {
  if (typeof value === "string")
    return holdsPassword(value) ? [invalidAt(section, path, SITE_VERSIONS.passwordInLink)] : [];
  if (Array.isArray(value))
    return value.flatMap((one, index) => passwordsAt(section, [...path, index], one));
  if (!isPart(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => passwordsAt(section, [...path, name], one));
};

/**
 * What is wrong with a document that is to be published, though the schema does not refuse it, since earlier
 * programs published it.
 * @param sections those that are asked about.
 */
export const refusedToday = (
  document: SiteDocument,
  sections: readonly SiteSection[],
): SiteProblem[] => [
  ...equalGameNames(document, sections),
  ...wrongHosts(document, sections),
  ...sections.flatMap((section) => passwordsAt(section, [], document[section])),
];

const loadChecks = () => import("./checks.ts");

/** A draft that there is. */
export type Draft = Omit<Tables["siteDrafts"]["$inferSelect"], "content"> & {
  content: unknown;
  /** Whether its section was published anew since it began. */
  isStale: boolean;
};

/** What is published, and what is to be. */
export type DraftState = {
  /** The newest. */
  version: number;
  published: SiteDocument;
  drafts: readonly Draft[];
  /** The sections whose drafts nobody can read any more: they are as if there were none. */
  damagedDrafts: readonly SiteSection[];
  /** What else cannot be read, and what is shown in its place, in sentences. */
  damage: readonly string[];
  /** With all drafts. */
  drafted: SiteDocument;
  /** What is wrong with that. */
  problems: readonly SiteProblem[];
};

type Row = Tables["siteDrafts"]["$inferSelect"];

const withDrafts = (published: SiteDocument, drafts: readonly Draft[]): SiteDocument => ({
  ...published,
  ...Object.fromEntries(drafts.map(({ section, content }) => [section, content])),
});

/** What a draft says; null where there is none, or nobody can read it any more. */
export const contentIn = (text: string | null | undefined): object | null => {
  const content = readJson(text ?? "null");
  return typeof content === "object" ? content : null;
};

const makeState = async (
  reader: VersionReader,
  version: number,
  rows: readonly Row[],
): Promise<DraftState> => {
  const { id: shown, document: published, damage } = await readShown(reader, version);
  const since = await changedSince(reader, Math.min(version, ...rows.map((row) => row.basedOn)));
  const drafts: Draft[] = [];
  const damagedDrafts: SiteSection[] = [];
  for (const row of rows) {
    const content = contentIn(row.content);
    const isStale = (since.get(row.section) ?? 0) > row.basedOn;
    if (content === null) damagedDrafts.push(row.section);
    else drafts.push({ ...row, content, isStale });
  }
  const drafted = withDrafts(published, drafts);
  const { readDocument } = await loadReader();
  const { problems } = readDocument(reader.config.communityFile.machine, drafted);
  const sections = drafts.map(({ section }) => section);
  const missing = await missingMedia(reader, drafted, sections);
  const refused = refusedToday(drafted, sections);
  return {
    version,
    published,
    drafts,
    damagedDrafts,
    damage: damage.length === 0 ? [] : [...damage, SITE_VERSIONS.showsInstead(shown)],
    drafted,
    problems: [...problems, ...refused, ...missing],
  };
};

/** A document in which nothing is wrong, and what the program makes of it. */
export type GoodDocument = { document: SiteDocument; config: Config };

type Kept = { name: string; state: Promise<DraftState>; good?: Promise<GoodDocument> };
/** The last one is kept: every call of an editor's screen asks for it, and it takes a while to check. */
const keptOf = oncePerStore(() => ({ last: null as Kept | null }));

const keptState = async (reader: VersionReader): Promise<Kept> => {
  const { siteDrafts: t } = reader.tables;
  const [version, rows] = await Promise.all([
    newestVersion(reader),
    reader.select().from(t).where(isNotNull(t.content)).orderBy(t.section),
  ]);
  const revisions = rows.map(({ section, revision }) => `${section} ${revision}`);
  const name = [version, ...revisions].join();
  const kept = keptOf(reader);
  if (kept.last?.name === name) return kept.last;
  const made: Kept = { name, state: makeState(reader, version, rows) };
  kept.last = made;
  made.state.catch(() => {
    if (kept.last === made) kept.last = null;
  });
  return made;
};

/** @param reader of committed rows. */
export const readDraftState = async (reader: VersionReader): Promise<DraftState> =>
  await (
    await keptState(reader)
  ).state;

/** The drafts without the one that alone makes the document wrong; else without the last. */
const withoutOne = (drafts: readonly Draft[], isGood: (kept: readonly Draft[]) => boolean) => {
  const fewer = drafts.map((left) => drafts.filter((draft) => draft !== left));
  return fewer.find(isGood) ?? drafts.slice(0, -1);
};

const goodOf = async (config: Config, made: Kept): Promise<GoodDocument> => {
  const { published, drafts, version: siteVersion } = await made.state;
  const { readDocument } = await loadReader();
  const read = (kept: readonly Draft[]) =>
    readDocument(config.communityFile.machine, withDrafts(published, kept));
  let good = drafts;
  while (good.length > 0) {
    const { community, problems } = read(good);
    if (community !== null)
      return {
        document: withDrafts(published, good),
        config: { ...config, community, siteVersion },
      };
    const wrong = new Set(problems.map(({ section }) => section));
    const fewer = good.filter(({ section }) => !wrong.has(section));
    // Else something that is published does not go with them: without the one that brings it about.
    good =
      fewer.length < good.length
        ? fewer
        : withoutOne(good, (kept) => read(kept).community !== null);
  }
  return { document: published, config };
};

/** What would be so if all drafts were published in which nothing is wrong. */
const readGoodDrafts = async (
  reader: Reader & { readonly config: Config },
): Promise<GoodDocument> => {
  const kept = await keptState(reader);
  return await (kept.good ??= goodOf(reader.config, kept));
};

/** Likewise the configuration alone. */
export const draftConfig = async (reader: Reader & { readonly config: Config }): Promise<Config> =>
  (await readGoodDrafts(reader)).config;

/**
 * What is wrong with the site as it would be published, and what may be: errors, warnings, hints. While
 * something is wrong with a section it has errors alone.
 */
export const checkDrafts = async (reader: CtxReader): Promise<PlacedProblem[]> => {
  const { published, drafted, problems } = await readDraftState(reader);
  const { document, config } = await readGoodDrafts(reader);
  const catalogue = await readCatalogue(reader);
  const calendar = await readPresentEntries(reader);
  const { findingsOf } = await loadChecks();
  const found = findingsOf({ document, config, catalogue, calendar, now: reader.clock.now() });
  // A draft that is left out stands otherwise in what was looked at.
  const isLookedAt = ({ section }: SiteProblem) => document[section] === drafted[section];
  const packages = new Map(catalogue?.packages.map(({ id, name }) => [id, name]));
  const told = { drafted, published, packages };
  return [...problems, ...found.filter(isLookedAt)].map((problem) => placed(problem, told));
};

/** What is found in what is published. */
export type CheckedSite = {
  /** 0 where that is the file. */
  version: number;
  /** Null where this program does not understand it. */
  community: Config["community"] | null;
  problems: readonly SiteProblem[];
  /** Of versions that cannot be read, in sentences. */
  damage: readonly string[];
};

type Published = { version: number; document: SiteDocument; damage: readonly string[] };

const lookAt = async (
  config: Config,
  { version, document, damage }: Published,
  rest: Pick<Checked, "catalogue" | "calendar" | "now">,
): Promise<CheckedSite> => {
  const [{ readDocument }, { findingsOf }] = await Promise.all([loadReader(), loadChecks()]);
  const { community, problems } = readDocument(config.communityFile.machine, document);
  if (community === null) return { version, community, problems, damage };
  const read = { ...config, community, siteVersion: version };
  return { version, community, problems: findingsOf({ document, config: read, ...rest }), damage };
};

/** Checks what is published: of the store the newest version that can be read, or the file where it has none. */
export const checkPublished = async (reader: CtxReader): Promise<CheckedSite> => {
  const newest = await newestVersion(reader);
  const standing = await readStanding(reader, newest);
  if (standing === null) {
    const damage = [SITE_VERSIONS.noneReadable(newest)];
    return { version: newest, community: null, problems: [], damage };
  }
  const { id: version, document } = standing;
  const damage = standing.damage.map((one) => `${one} ${SITE_VERSIONS.showsInstead(version)}`);
  const catalogue = await readCatalogue(reader);
  const calendar = await readPresentEntries(reader);
  const rest = { catalogue, calendar, now: reader.clock.now() };
  return lookAt(reader.config, { version, document, damage }, rest);
};

/** Checks what the file says, where no store can be asked. */
export const checkFile = (config: Config, now: Date): Promise<CheckedSite> =>
  lookAt(
    config,
    { version: 0, document: config.communityFile.document, damage: [] },
    { catalogue: null, calendar: [], now },
  );
