import { and, eq, inArray, or } from "drizzle-orm";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { CtxReader, SystemCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { mailCode } from "#server/modules/accounts/index.ts";
import { recordMarketing } from "#server/modules/consents/index.ts";
import { addLinks } from "#server/modules/links/index.ts";
import {
  addWaitingUsers,
  findReserved,
  giveTiers,
  indexPeople,
} from "#server/modules/members/index.ts";
import { openLedgers } from "#server/modules/points/index.ts";
import { findHeld } from "#server/modules/strikes/index.ts";
import { MEMBER_COLUMNS, type MemberColumn, PLATFORMS } from "#shared/constants/accounts.ts";
import { REFUSED_LINE, TRANSFER } from "#shared/data-messages.ts";
import {
  type CsvRecord,
  type MemberCells,
  type MemberLine,
  PLATFORM_COLUMNS,
  readCsv,
  readMemberLine,
  type Refusal,
} from "./member-line.ts";

export { decodeCsv, type Refusal } from "./member-line.ts";
export { exportFolder, membersCsv, writeParts } from "./export-files.ts";

/** Few enough for no visitor to wait for them. */
const BATCH = 100;
/** So long others have to come between two batches, in milliseconds, unless they took less. */
const PAUSE_MAX_MS = 50;

export type ImportOptions = {
  /** The file's content. */
  text: string;
  /** Says what would come of it, and writes nothing. */
  isDryRun: boolean;
  /** Whether each new account with an address is mailed how to claim it. */
  isInviting: boolean;
  /** Told what is refused, in the order of the file. */
  onRefused: (refusal: Refusal) => void;
  /** Told how many lines have been gone through, every so often. */
  onProgress: (lines: number) => void;
  /** Waits so long, in milliseconds, that others come to write. */
  pause: (ms: number) => Promise<unknown>;
};

export type ImportCounts = {
  lines: number;
  /** Accounts that are new, or would be. */
  added: number;
  /** Lines that were imported before. */
  known: number;
  refused: number;
  points: number;
  mails: number;
};

type Identified = MemberLine & { importKey: string };

const isColumn = (name: string): name is MemberColumn =>
  MEMBER_COLUMNS.some((column) => column === name);

/** @throws {AppError} `bad_request` for a header that cannot be read. */
const columnsOf = (header: CsvRecord | undefined): readonly MemberColumn[] => {
  if (header === undefined) throw new AppError("bad_request", TRANSFER.empty);
  if (header.fault !== undefined)
    throw new AppError("bad_request", TRANSFER.badHeader(header.fault.text, header.fault.reason));
  const columns = header.cells.map((cell) => cell.trim().toLowerCase());
  const known = columns.filter(isColumn);
  const unknown = columns.find((column) => !isColumn(column));
  if (unknown !== undefined) throw new AppError("bad_request", TRANSFER.unknownColumn(unknown));
  const twice = known.find((column, at) => known.indexOf(column) !== at);
  if (twice !== undefined) throw new AppError("bad_request", TRANSFER.columnTwice(twice));
  if (!known.includes("email") && !known.includes("discord_id"))
    throw new AppError("bad_request", TRANSFER.noIdentity);
  return known;
};

const NO_CELLS = Object.fromEntries(MEMBER_COLUMNS.map((column) => [column, ""])) as MemberCells;

const cellsOf = (columns: readonly MemberColumn[], cells: readonly string[]): MemberCells => ({
  ...NO_CELLS,
  ...Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])),
});

/** What of a line nobody else may have: names for a look-up, and the column of each. */
const identitiesOf = ({ emailKey, links }: MemberLine) => [
  ...(emailKey === null ? [] : [{ name: `email ${emailKey}`, column: "email" as const }]),
  ...links.map(({ platform, externalId }) => ({
    name: `${platform} ${externalId}`,
    column: PLATFORM_COLUMNS[platform],
  })),
];

const refusalOf = (member: MemberLine, column: MemberColumn, reason: string): Refusal => {
  const link = member.links.find(({ platform }) => PLATFORM_COLUMNS[platform] === column);
  const value = column === "email" ? (member.email ?? "") : (link?.externalId ?? "");
  return { line: member.line, column, value, reason };
};

/** What of a batch is here already: lines that were imported, and identities that somebody has. */
const findPresent = async (reader: CtxReader, batch: readonly Identified[]) => {
  const { users, links } = reader.tables;
  const emailKeys = batch.flatMap(({ emailKey }) => emailKey ?? []);
  const keys = batch.map(({ importKey }) => importKey);
  const people = await reader
    .select({ emailKey: users.emailKey, importKey: users.importKey })
    .from(users)
    .where(or(inArray(users.importKey, keys), inArray(users.emailKey, emailKeys)));
  const taken = new Set(people.map(({ emailKey }) => `email ${emailKey ?? ""}`));
  for (const { emailKey } of await findReserved(reader, emailKeys)) taken.add(`email ${emailKey}`);
  for (const platform of PLATFORMS) {
    const ids = batch.flatMap((member) =>
      member.links.filter((link) => link.platform === platform).map((link) => link.externalId),
    );
    if (ids.length === 0) continue;
    const found = await reader
      .select({ externalId: links.externalId })
      .from(links)
      .where(and(eq(links.platform, platform), inArray(links.externalId, ids)));
    for (const { externalId } of found) taken.add(`${platform} ${externalId}`);
  }
  const accounts = batch.flatMap((member) => member.links);
  const isHeld = await findHeld(reader, accounts);
  for (const account of accounts)
    if (isHeld(account)) taken.add(`${account.platform} ${account.externalId}`);
  return { taken, imported: new Set(people.flatMap(({ importKey }) => importKey ?? [])) };
};

/** Sorts a batch into what is new, what was imported before, and what cannot be imported. */
const sort = async (reader: CtxReader, batch: readonly Identified[]) => {
  const { taken, imported } = await findPresent(reader, batch);
  const refusals: Refusal[] = [];
  let known = 0;
  const fresh = batch.filter((member) => {
    if (imported.has(member.importKey)) {
      known += 1;
      return false;
    }
    const clash = identitiesOf(member).find(({ name }) => taken.has(name));
    if (clash !== undefined) refusals.push(refusalOf(member, clash.column, REFUSED_LINE.taken));
    return clash === undefined;
  });
  return { fresh, known, refusals };
};

/**
 * Mails a link to everybody who has an address, no more in a minute than mails of a post, so that those for
 * which somebody waits are not behind all of them.
 * @param earlier how many mails the import has queued before.
 * @returns how many mails are on their way.
 */
const invite = async (
  tx: Tx,
  users: readonly { id: string; email: string | null; firstName: string; lastName: string }[],
  earlier: number,
): Promise<number> => {
  const waitsSince = tx.clock.now();
  const { max, windowMs } = tx.config.community.limits.newsMails;
  const addressed = users.filter(({ email }) => email !== null);
  for (const [index, user] of addressed.entries()) {
    const dueAt = new Date(waitsSince.getTime() + Math.floor((earlier + index) / max) * windowMs);
    await mailCode(tx, "reset", { user: { ...user, verifiedAt: null, waitsSince }, dueAt });
  }
  return addressed.length;
};

/**
 * Writes new accounts, in the caller's transaction.
 * @param invited how many mails are on their way already; null where nobody is mailed.
 * @returns points and mails.
 */
const write = async (tx: Tx, fresh: readonly Identified[], invited: number | null) => {
  const users = fresh.map((member) => ({ member, id: crypto.randomUUID() }));
  await addWaitingUsers(
    tx,
    users.map(({ id, member }) => {
      const { email, firstName, lastName, createdAt, importKey } = member;
      const allowMarketing = member.allowsMarketing;
      return { id, email, firstName, lastName, createdAt, importKey, allowMarketing };
    }),
  );
  await recordMarketing(
    tx,
    users
      .filter(({ member }) => member.allowsMarketing)
      .map(({ id: userId }) => ({ userId, isGiven: true, way: "import" })),
  );
  await addLinks(
    tx,
    users.flatMap(({ id, member }) =>
      member.links.map((link) => ({ userId: id, ...link, name: link.externalId })),
    ),
  );
  await giveTiers(
    tx,
    users.flatMap(({ id, member: { tier } }) =>
      tier === null ? [] : [{ userId: id, tier: tier.key, until: tier.until }],
    ),
  );
  const entries = users
    .filter(({ member }) => member.points !== 0)
    .map(({ id, member }) => ({
      userId: id,
      kind: "admin" as const,
      delta: member.points,
      reason: TRANSFER.reason,
      reference: `import:${member.importKey}`,
      actorId: null,
    }));
  await openLedgers(tx, entries);
  await indexPeople(
    tx,
    users.map(({ id }) => id),
  );
  const points = entries.reduce((sum, { delta }) => sum + delta, 0);
  const after = { accounts: fresh.length, points };
  await tx.audit({ action: "members.imported", subject: null, after });
  const mails =
    invited === null
      ? 0
      : await invite(
          tx,
          users.map(({ id, member: { email, firstName, lastName } }) => {
            return { id, email, firstName, lastName };
          }),
          invited,
        );
  return { points, mails };
};

/**
 * Imports members from a CSV file as accounts that wait for their owners [MOVE-04]: each with its
 * links, tier and points, once, however often the file is imported. What cannot be imported is told and
 * left out.
 * @throws {AppError} `bad_request` for a file with a quote that is never closed, or whose header is not
 *   known; then nothing is imported.
 */
export const importMembers = async (
  ctx: Pick<SystemCtx, "read" | "write" | "clock" | "config" | "auth">,
  { text, isDryRun, isInviting, onRefused, onProgress, pause }: ImportOptions,
): Promise<ImportCounts> => {
  const { clock, config, auth } = ctx;
  // Read to its end before anything is written, so that half a file is not imported.
  const [header, ...records] = readCsv(text);
  const columns = columnsOf(header);
  const { timezone, tiers } = config.community;
  const judge = { now: clock.now(), timeZone: timezone, tiers: tiers.map(({ key }) => key) };
  const key = auth.lastingKeyFor("imported line");
  const seen = new Map<string, number>();
  const counts = { lines: 0, added: 0, known: 0, refused: 0, points: 0, mails: 0 };

  const refuse = (refusal: Refusal) => {
    counts.refused += 1;
    onRefused(refusal);
  };

  /** Null for a line that was refused. */
  const accept = ({ line, cells, fault }: CsvRecord): Identified | null => {
    const [first = "email"] = columns;
    if (fault !== undefined) {
      const column = columns[cells.length] ?? first;
      refuse({ line, column, value: fault.text, reason: fault.reason });
      return null;
    }
    if (cells.length !== columns.length) {
      const reason = REFUSED_LINE.cells(cells.length, columns.length);
      refuse({ line, column: first, value: (cells[0] ?? "").slice(0, 100), reason });
      return null;
    }
    const read = readMemberLine(line, cellsOf(columns, cells), judge);
    if ("refusal" in read) {
      refuse(read.refusal);
      return null;
    }
    const { member } = read;
    const identities = identitiesOf(member);
    const twice = identities.find(({ name }) => seen.has(name));
    if (twice !== undefined) {
      refuse(refusalOf(member, twice.column, REFUSED_LINE.twice(seen.get(twice.name) ?? 0)));
      return null;
    }
    for (const { name } of identities) seen.set(name, line);
    return { ...member, importKey: fingerprintOf(key, identities[0]?.name ?? "") };
  };

  for (let from = 0; from < records.length; from += BATCH) {
    const slice = records.slice(from, from + BATCH);
    const batch = slice.flatMap((record) => accept(record) ?? []);
    const startedMs = performance.now();
    // Sorted again inside: somebody may register meanwhile.
    const done = isDryRun
      ? { ...(await sort(ctx.read, batch)), points: 0, mails: 0 }
      : await ctx.write(async (tx) => {
          const sorted = await sort(tx, batch);
          const written =
            sorted.fresh.length === 0
              ? { points: 0, mails: 0 }
              : await write(tx, sorted.fresh, isInviting ? counts.mails : null);
          return { ...sorted, ...written };
        });
    for (const refusal of done.refusals) refuse(refusal);
    counts.lines += slice.length;
    counts.added += done.fresh.length;
    counts.known += done.known;
    counts.points += done.points;
    counts.mails += done.mails;
    onProgress(counts.lines);
    // So that a site that serves beside it comes to write.
    await pause(Math.min(performance.now() - startedMs, PAUSE_MAX_MS));
  }
  return counts;
};
