import { problemLines, readDocument, type SiteDocument } from "#server/config/community-file.ts";
import { type Config, ConfigError } from "#server/config/config.ts";
import type { System, UnitOfWork } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Log } from "#server/core/log.ts";
import { isShort, SITE_SECTIONS } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";
import { changedSections } from "./compare.ts";
import { equalGameNames } from "./game-names.ts";
import {
  addVersion,
  type FileState,
  fileStateOf,
  newestVersion,
  noteEarlierPolicies,
  readVersion,
  type VersionReader,
} from "./versions.ts";

/** What is published, as the program uses it. */
export type Published = Pick<Config, "community" | "siteVersion">;

/**
 * Reads what is published.
 * @throws {ConfigError} where this program does not understand it.
 */
export const readPublished = async (reader: VersionReader): Promise<Published> => {
  const siteVersion = await newestVersion(reader);
  const document = await readVersion(reader, siteVersion);
  const { machine } = reader.config.communityFile;
  const { community, problems } = readDocument(machine, document ?? {});
  if (community !== null) return { community, siteVersion };
  const lines = problemLines(problems, SITE_VERSIONS.source(siteVersion));
  throw new ConfigError([...lines, SITE_VERSIONS.unreadable]);
};

type StartCtx = UnitOfWork<System> & { readonly config: Config; readonly log: Log };

const isToBeTaken = (state: FileState) => state === "first" || state === "newer";

/**
 * Publishes what the owner's file says where it is the first, or says something new.
 * @returns what the owner should know, where it was not taken though it says something new.
 */
const takeFile = async (ctx: StartCtx): Promise<string | null> => {
  const { document, hash, source } = ctx.config.communityFile;
  const state = await fileStateOf(ctx.read, { hash });
  if (!isToBeTaken(state)) return state === "both" ? SITE_VERSIONS.bothChanged : null;
  if (state !== "first" && !isShort(document))
    return SITE_VERSIONS.fileNotTaken(SITE_VERSIONS.tooLarge);
  // Without a version there is nothing else to show.
  const equal = state === "first" ? [] : equalGameNames(document, SITE_SECTIONS);
  if (equal.length > 0)
    return SITE_VERSIONS.fileNotTaken(`${problemLines(equal, source).join("; ")}.`);
  const taken = ctx.write(async (tx) => {
    // Another instance may be starting.
    if (!isToBeTaken(await fileStateOf(tx, { hash }))) return;
    const before = await newestVersion(tx);
    const present = before === 0 ? null : await readVersion(tx, before);
    const sections = present === null ? [...SITE_SECTIONS] : changedSections(present, document);
    const origin = { source: "file", note: "", createdBy: null } as const;
    await addVersion(tx, { document, hash, sections, ...origin });
  });
  try {
    await taken;
    return null;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
    return SITE_VERSIONS.fileNotTaken(error.message);
  }
};

/**
 * What the site starts with. The owner's file is taken into a version where there is none, and where it
 * was changed and nobody has published anything else since; not where tickets would open by that, nor with two
 * games of one short name.
 * @throws {ConfigError} where this program does not understand what is published.
 */
export const startPublished = async (ctx: StartCtx): Promise<Published> => {
  const { config, log } = ctx;
  await ctx.write(noteEarlierPolicies);
  const message = await takeFile(ctx);
  if (message !== null) log.warn("config.warning", { message });
  const siteVersion = await newestVersion(ctx.read);
  const document = await readVersion(ctx.read, siteVersion);
  // It has been read and checked already.
  if (document !== null && isSame(document, config.communityFile.document))
    return { community: config.community, siteVersion };
  return await readPublished(ctx.read);
};

const isSame = (one: SiteDocument, other: SiteDocument) => changedSections(one, other).length === 0;
