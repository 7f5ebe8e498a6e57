import { and, eq } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay } from "#server/access/rights.ts";
import {
  type CommunityFile,
  hashOf,
  keepLastHash,
  loadReader,
  problemLines,
  readLastHash,
  type SiteDocument,
} from "#server/config/community-file.ts";
import { type Config, ConfigError } from "#server/config/config.ts";
import type { MemberCtx, MemberTx, System, UnitOfWork } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields, type Log } from "#server/core/log.ts";
import { oncePerStore, type Reader } from "#server/store/store.ts";
import type { PolicyKind } from "#shared/constants/accounts.ts";
import { SITE_SECTIONS, type SiteSection, type VersionSource } from "#shared/constants/site.ts";
import { MESSAGES } from "#shared/messages.ts";
import { mediaAddress, isShort } from "#shared/rules/community.ts";
import {
  type PublishInput,
  type RestoreInput,
  type SiteProblem,
} from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { changedSections } from "./compare.ts";
import { type Draft, refusedToday, readDraftState } from "./draft-state.ts";
import { insertMedia, keyOf, missingMedia, type Picture } from "./media.ts";
import {
  addVersion,
  changedSince,
  type FileState,
  fileStateOf,
  newestVersion,
  noteEarlierPolicies,
  readShown,
  readStanding,
  readVersion,
  type Standing,
} from "./versions.ts";

/** What is published, as the program uses it. */
export type Published = Pick<Config, "community" | "siteVersion">;

type PublishedReader = Reader & { readonly config: Pick<Config, "communityFile" | "readings"> };

/** @throws {ConfigError} where this program does not understand the version. */
const publishedOf = async (
  { communityFile, readings }: PublishedReader["config"],
  siteVersion: number,
  document: SiteDocument,
): Promise<Published> => {
  const text = JSON.stringify([communityFile.machine, document]);
  const known = readings.find("published", text);
  if (known !== undefined) return { community: known, siteVersion };
  const { readDocument } = await loadReader();
  const { community, problems } = readDocument(communityFile.machine, document);
  if (community !== null) {
    readings.note("published", text, community);
    return { community, siteVersion };
  }
  const lines = problemLines(problems, SITE_VERSIONS.source(siteVersion));
  throw new ConfigError([...lines, SITE_VERSIONS.unreadable]);
};

/** The damage that this process has told of: each is told once. */
const toldOf = oncePerStore(() => new Set<string>());

/** Tells the owner of newer versions that nobody can read any more, and what is shown instead. */
const tellOfDamage = (reader: Reader, log: Log, { id, damage }: Standing): void => {
  const told = toldOf(reader);
  for (const sentence of damage.filter((one) => !told.has(one))) {
    told.add(sentence);
    log.error("site.version_damaged", { message: `${sentence} ${SITE_VERSIONS.showsInstead(id)}` });
  }
};

/**
 * Reads what is published.
 * @throws {ConfigError} where this program does not understand it.
 * @throws {AppError} `unavailable` where no version can be read.
 */
export const readPublished = async (reader: PublishedReader, log: Log): Promise<Published> => {
  const shown = await readShown(reader);
  tellOfDamage(reader, log, shown);
  return await publishedOf(reader.config, shown.id, shown.document);
};

type StartCtx = UnitOfWork<System> & { readonly config: Config; readonly log: Log };

const isToBeTaken = (state: FileState) => state === "first" || state === "newer";

/** What the owner is told of the file, and whether it is to be tried again at the next start. */
type Told = { message: string; isRefused?: true };

const notTaken = (reason: string): Told => ({
  message: SITE_VERSIONS.fileNotTaken(reason),
  isRefused: true,
});

/**
 * Publishes what the owner's file says where it is the first, or says something new.
 * @returns what the owner should know, where it was not taken though it says something new.
 */
const takeFile = async (ctx: StartCtx): Promise<Told | null> => {
  const { document, hash, source } = ctx.config.communityFile;
  const state = await fileStateOf(ctx.read, { hash });
  if (!isToBeTaken(state)) return state === "both" ? { message: SITE_VERSIONS.bothChanged } : null;
  // What is published came from elsewhere: a command, or the file of another instance.
  if (state === "newer" && readLastHash(ctx.config.dataDir) === hash)
    return { message: SITE_VERSIONS.fileUnchanged };
  if (state !== "first" && !isShort(document)) return notTaken(SITE_VERSIONS.tooLarge);
  // Without a version there is nothing else to show.
  const equal = state === "first" ? [] : refusedToday(document, SITE_SECTIONS);
  if (equal.length > 0) return notTaken(`${problemLines(equal, source).join("; ")}.`);
  const taken = ctx.write(async (tx) => {
    // Another instance may be starting.
    if (!isToBeTaken(await fileStateOf(tx, { hash }))) return;
    const before = await newestVersion(tx);
    const present = before === 0 ? null : await readStanding(tx, before);
    const sections =
      present === null ? [...SITE_SECTIONS] : changedSections(present.document, document);
    const origin = { source: "file", note: "", createdBy: null } as const;
    await addVersion(tx, { document, hash, sections, ...origin });
  });
  try {
    await taken;
    return null;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
    return notTaken(error.message);
  }
};

/**
 * What the site starts with. The owner's file is taken into a version where there is none, and where it
 * was changed and nobody has published anything else since; not where tickets would open by that, nor with two
 * games of one short name.
 * @throws {ConfigError} where this program does not understand what is published.
 * @throws {AppError} `unavailable` where no version can be read.
 */
export const startPublished = async (ctx: StartCtx): Promise<Published> => {
  const { config, log } = ctx;
  await ctx.write(noteEarlierPolicies);
  const told = await takeFile(ctx);
  if (told !== null) log.warn("config.warning", { message: told.message });
  if (told?.isRefused !== true)
    await keepLastHash(config.dataDir, config.communityFile.hash).catch((error: unknown) => {
      log.warn("readings.not_kept", errorFields(error));
    });
  const shown = await readShown(ctx.read);
  tellOfDamage(ctx.read, log, shown);
  const { id: siteVersion, document } = shown;
  // It has been read and checked already.
  if (isSame(document, config.communityFile.document))
    return { community: config.community, siteVersion };
  return await publishedOf(config, siteVersion, document);
};

const isSame = (one: SiteDocument, other: SiteDocument) => changedSections(one, other).length === 0;

const invalid = (problems: readonly SiteProblem[]) =>
  new AppError("invalid_document", SITE_VERSIONS.invalid(problems.length), {
    fields: Object.fromEntries(
      problems.map(({ section, path, message }) => [[section, ...path].join("."), message]),
    ),
  });

const stale = () => new AppError("stale", SITE_VERSIONS.stale);
/** Something else was published in the very moment, perhaps of other sections. */
class Overtaken extends AppError {
  constructor() {
    super("stale", SITE_VERSIONS.publishedNow);
  }
}
const draftChanged = () => new AppError("draft_changed", SITE_VERSIONS.draftChanged);

/**
 * @param mends it takes the place of a version that nobody can read any more: it need not say anything new.
 * @throws {AppError} `invalid_document`, or `bad_request` where it says nothing new, or too much.
 */
const assertGood = async (
  { config, read }: Pick<MemberCtx, "config" | "read">,
  before: SiteDocument,
  document: SiteDocument,
  mends = false,
): Promise<SiteSection[]> => {
  const sections = changedSections(before, document);
  if (sections.length === 0 && !mends) throw new AppError("bad_request", SITE_VERSIONS.nothingNew);
  if (!isShort(document)) throw new AppError("bad_request", SITE_VERSIONS.tooLarge);
  const { readDocument } = await loadReader();
  const { problems } = readDocument(config.communityFile.machine, document);
  const missing = await missingMedia(read, document, sections);
  const wrong = [...problems, ...refusedToday(document, sections), ...missing];
  if (wrong.length > 0) throw invalid(wrong);
  return sections;
};

/** What a member publishes. */
type Publication = {
  document: SiteDocument;
  sections: readonly SiteSection[];
  note: string;
  source: VersionSource;
  /** Of which everybody is asked to agree again. */
  asksAgain: readonly PolicyKind[];
  /** The newest version, which it follows. */
  follows: number;
};

/** @throws {Overtaken} where another version was published since. */
const writePublication = async (tx: MemberTx, { follows, ...version }: Publication) => {
  if ((await newestVersion(tx)) !== follows) throw new Overtaken();
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
    if (removed.length === 0) throw draftChanged();
  }
};

const auditOf = (
  id: number,
  sections: readonly SiteSection[],
  asksAgain: readonly PolicyKind[] = [],
) => ({
  subject: String(id),
  after: {
    sections: sections.join(" "),
    ...(asksAgain.length > 0 && { asksAgain: asksAgain.join(" ") }),
  },
});

const publishOnce = async (
  ctx: MemberCtx,
  { sections: named, note, version: seen, revisions, asksAgain: asked }: PublishInput,
): Promise<{ id: number }> => {
  const { version, published, drafts } = await readDraftState(ctx.read);
  const chosen = drafts.filter(({ section }) => named.includes(section));
  if (named.some((name) => !chosen.some(({ section }) => section === name)))
    throw new AppError("draft_changed", SITE_VERSIONS.noDraft);
  if (revisions && chosen.some(({ section, revision }) => revisions[section] !== revision))
    throw draftChanged();
  const since = await changedSince(ctx.read, seen);
  if (chosen.some(({ section, isStale }) => isStale || since.has(section))) throw stale();
  const document = {
    ...published,
    ...Object.fromEntries(chosen.map(({ section, content }) => [section, content])),
  };
  const sections = await assertGood(ctx, published, document);
  const asksAgain = asked.filter((kind) => sections.includes(kind));
  const id = await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await assertConfirmed(tx);
    await tx.count("sitePublicationsByMember", tx.actor.userId);
    await removeDrafts(tx, chosen);
    const said = { document, sections, note, asksAgain };
    const id = await writePublication(tx, { ...said, source: "browser", follows: version });
    await tx.audit({ action: "site.published", ...auditOf(id, sections, asksAgain) });
    return id;
  });
  return { id };
};

/** So often somebody else may be quicker with another section, each time between our reading and our writing. */
const PUBLISH_TRIES = 5;

/**
 * Publishes the drafts of these sections as a new version: all of it or nothing, and nothing that was not seen.
 * @throws {AppError} `stale` where somebody else has published one of the sections since; `draft_changed`
 *   where one of the drafts is not what was seen, or gone; `invalid_document`; `conflict` where tickets would
 *   open; `bad_request` where nothing would change.
 */
export const publishDrafts = async (
  ctx: MemberCtx,
  input: PublishInput,
): Promise<{ id: number }> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await publishOnce(ctx, input);
    } catch (error) {
      if (!(error instanceof Overtaken) || tries === PUBLISH_TRIES) throw error;
    }
};

/** @param newest versions are counted without gaps: all up to this one have been there. */
const notReadable = (id: number, newest: number) => {
  const isThere = id > 0 && id <= newest;
  return new AppError(
    "not_found",
    isThere ? SITE_VERSIONS.unreadableVersion(id) : MESSAGES.notFound,
  );
};

/**
 * Publishes what an earlier version says as a new one. Drafts stay.
 * @throws {AppError} `not_found`, also where nobody can read it any more; `stale` where something was published that was not seen; `conflict` where
 *   tickets would open; `invalid_document` where it does not make a site any more;
 *   `bad_request` where it is what is published.
 */
export const restoreVersion = async (
  ctx: MemberCtx,
  { id: wanted, note, newest: seen, asksAgain: asked }: RestoreInput,
): Promise<{ id: number }> => {
  const follows = await newestVersion(ctx.read);
  const document = wanted === 0 ? null : await readVersion(ctx.read, wanted);
  if (document === null) throw notReadable(wanted, follows);
  if (seen !== undefined && seen !== follows)
    throw new AppError("stale", SITE_VERSIONS.publishedSince);
  const present = await readShown(ctx.read, follows);
  const sections = await assertGood(ctx, present.document, document, present.id < follows);
  const asksAgain = asked.filter((kind) => sections.includes(kind));
  const id = await ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await assertConfirmed(tx);
    await tx.count("sitePublicationsByMember", tx.actor.userId);
    const said = { document, sections, note, asksAgain };
    const id = await writePublication(tx, { ...said, source: "restore", follows });
    const { subject, after } = auditOf(id, sections, asksAgain);
    await tx.audit({ action: "site.restored", subject, after: { ...after, version: wanted } });
    return id;
  });
  return { id };
};

/** Refuses a document that names pictures which are neither here nor among these. */
const assertPictures = async (
  reader: Reader,
  document: SiteDocument,
  pictures: readonly Picture[],
  source: string,
): Promise<void> => {
  const given = new Set(pictures.map((picture) => mediaAddress(keyOf(picture))));
  const missing = await missingMedia(reader, document, SITE_SECTIONS);
  const problems = missing.filter(({ address }) => !given.has(address));
  if (problems.length > 0)
    throw new ConfigError([...problemLines(problems, source), SITE_VERSIONS.picturesBeside]);
};

type ImportedFile = Pick<CommunityFile, "document" | "hash"> & {
  /** Where it stands, for what is said of it. */
  source: string;
  /** That it names, and that are not here yet. */
  pictures: readonly Picture[];
};

/**
 * Publishes what a file says, with its pictures, for a command.
 * @returns the version's id; null where that is published already.
 * @throws {ConfigError} where it names pictures that are nowhere, or two games of one short name.
 * @throws {AppError} `conflict` where tickets would open.
 */
export const importFile = async (
  ctx: UnitOfWork<System> & { readonly config: Config },
  { document, hash, source, pictures }: ImportedFile,
): Promise<number | null> => {
  if (!isShort(document)) throw new ConfigError([`${source}: ${SITE_VERSIONS.tooLarge}`]);
  const published = await readStanding(ctx.read, await newestVersion(ctx.read));
  const changed =
    published === null ? SITE_SECTIONS : changedSections(published.document, document);
  const equal = refusedToday(document, changed);
  if (equal.length > 0) throw new ConfigError(problemLines(equal, source));
  await assertPictures(ctx.read, document, pictures, source);
  return await ctx.write(async (tx) => {
    for (const picture of pictures) await insertMedia(tx, picture, "");
    const newest = await newestVersion(tx);
    const present = await readStanding(tx, newest);
    const sections =
      present === null ? [...SITE_SECTIONS] : changedSections(present.document, document);
    if (newest > 0 && sections.length === 0 && present?.id === newest) return null;
    const origin = { source: "import", note: "", createdBy: null } as const;
    const id = await addVersion(tx, { document, hash, sections, ...origin });
    await tx.audit({ action: "site.imported", ...auditOf(id, sections) });
    return id;
  });
};
