import { readDocument, type SiteDocument } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import type { CtxReader } from "#server/context/context.ts";
import { readPresentEntries } from "#server/modules/calendar/index.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import type { PlacedProblem, SiteProblem } from "#shared/schemas/site-document.ts";
import { type Checked, findingsOf } from "./checks.ts";
import { placeOf } from "./compare.ts";
import { readDraftState, readGoodDrafts } from "./draft-state.ts";
import { newestVersion, readVersion } from "./versions.ts";

/**
 * What is wrong with the site as it would be published, and what may be: errors, warnings, hints. While
 * something is wrong with a section it has errors alone.
 */
export const checkDrafts = async (reader: CtxReader): Promise<PlacedProblem[]> => {
  const { drafted, problems } = await readDraftState(reader);
  const { document, config } = await readGoodDrafts(reader);
  const catalogue = await readCatalogue(reader);
  const calendar = await readPresentEntries(reader);
  const found = findingsOf({ document, config, catalogue, calendar, now: reader.clock.now() });
  // A draft that is left out stands otherwise in what was looked at.
  const isLookedAt = ({ section }: SiteProblem) => document[section] === drafted[section];
  return [...problems, ...found.filter(isLookedAt)].map((problem) =>
    Object.assign({ place: placeOf(drafted, problem) }, problem),
  );
};

/** What is found in what is published. */
export type CheckedSite = {
  /** 0 where that is the file. */
  version: number;
  /** Null where this program does not understand it. */
  community: Config["community"] | null;
  problems: readonly SiteProblem[];
};

type Published = { version: number; document: SiteDocument };

const lookAt = (
  config: Config,
  { version, document }: Published,
  rest: Pick<Checked, "catalogue" | "calendar" | "now">,
): CheckedSite => {
  const { community, problems } = readDocument(config.communityFile.machine, document);
  if (community === null) return { version, community, problems };
  const read = { ...config, community, siteVersion: version };
  return { version, community, problems: findingsOf({ document, config: read, ...rest }) };
};

/** Checks what is published: of the store the newest version, or the file where it has none. */
export const checkPublished = async (reader: CtxReader): Promise<CheckedSite> => {
  const version = await newestVersion(reader);
  const document = await readVersion(reader, version);
  if (document === null) throw new Error(`There is no version ${version}.`);
  const catalogue = await readCatalogue(reader);
  const calendar = await readPresentEntries(reader);
  const rest = { catalogue, calendar, now: reader.clock.now() };
  return lookAt(reader.config, { version, document }, rest);
};

/** Checks what the file says, where no store can be asked. */
export const checkFile = (config: Config, now: Date): CheckedSite =>
  lookAt(
    config,
    { version: 0, document: config.communityFile.document },
    { catalogue: null, calendar: [], now },
  );
