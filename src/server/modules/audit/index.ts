import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { sealEntry } from "#server/auth/audit.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Ctx, CtxReader, Tx } from "#server/context/context.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import type { AuditBreakFault } from "#shared/admin-messages.ts";
import type { AuditAction } from "#shared/constants/audit.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

type AuditRow = Tables["audit"]["$inferSelect"];

/** Of what an entry's hash is made. A later one can tell what was sealed by an earlier one. */
const FORM = "lynxden-audit-1";
const SALT_BYTES = 16;

/** What is hashed of the personal parts: without the salt nobody can guess them back. */
export type PersonalParts = Pick<AuditRow, "network" | "browser">;
/** The parts that stay, whoever is erased. */
export type LastingParts = Pick<
  AuditRow,
  "id" | "at" | "actorId" | "action" | "subject" | "before" | "after" | "requestId" | "personalHash"
>;

const randomSalt = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES))).toString("base64url");

/** @returns SHA-256 in hexadecimal, by which the personal parts enter the chain. */
const personalHashOf = (salt: string, { network, browser }: PersonalParts): string =>
  hashOf(JSON.stringify([salt, network, browser]));

/**
 * @param before the hash of the entry at the position before; "" for the first.
 * @returns SHA-256 in hexadecimal.
 */
export const entryHashOf = (position: number, before: string, entry: LastingParts): string =>
  hashOf(
    JSON.stringify([
      FORM,
      position,
      before,
      entry.id,
      entry.at.getTime(),
      entry.actorId,
      entry.action,
      entry.subject,
      entry.before,
      entry.after,
      entry.requestId,
      entry.personalHash,
    ]),
  );

/**
 * The end of the chain as it was last sealed. It stands apart from the entries, so that an end that
 * was cut off is noticed.
 */
const AUDIT_HEAD = {
  key: "audit_head",
  schema: z.object({ position: z.int(), hash: z.string(), sealedAt: z.iso.datetime() }),
};
type AuditHead = z.infer<typeof AUDIT_HEAD.schema>;

/** Few enough for no visitor to wait for them: a slice takes less than 5 ms. */
const SLICE = 100;
/** New entries are sealed within seconds. */
const UNSEALED_MS = 5 * MINUTE_MS;
/** After these, and only then, personal parts may be gone. */
const ERASURES: AuditAction[] = ["account.erased", "account.removed"];

export type AuditBreak = {
  /** Where in the chain, from 1. */
  position: number;
  /**
   * What is wrong there: no entry has this place; the entry does not follow from the one before, or
   * is not what it was; its network or browser is not what it was; the chain ends before it; it is
   * not the one that was sealed, or none was.
   */
  fault: AuditBreakFault;
  /** The number of the entry; null where there is none. */
  id: number | null;
};

export type AuditProof = {
  /** How many entries were followed. */
  entries: number;
  /** The first that is broken; null for none. */
  broken: AuditBreak | null;
  /** The last one that was followed. */
  head: { position: number; hash: string };
  /** Of the entries that have waited for their place for minutes, the oldest; null for none. */
  oldestUnsealed: { id: number; at: Date } | null;
};

type Place = { position: number; hash: string };

/** Whose network and browser an entry holds. */
const ownerOf = ({ actorId, subject }: AuditRow) => actorId ?? subject;

const isErased = ({ personalHash, salt }: AuditRow) => personalHash !== null && salt === null;

/** Whose personal parts may be gone, of those whose are. */
const findErased = async (reader: Reader, rows: readonly AuditRow[]) => {
  const { audit } = reader.tables;
  const owners = [...new Set(rows.filter(isErased).flatMap((row) => ownerOf(row) ?? []))];
  if (owners.length === 0) return new Set<string | null>();
  // Asked of each of their rows: by the index of actions all erasures there ever were would be read.
  const isErasure = inArray(sql`${audit.action} || ''`, ERASURES);
  const found = await reader
    .selectDistinct({ subject: audit.subject })
    .from(audit)
    .where(and(inArray(audit.subject, owners), isErasure));
  return new Set(found.map(({ subject }) => subject));
};

const isPersonalWhole = (row: AuditRow, erased: ReadonlySet<string | null>): boolean => {
  const { salt, personalHash, network, browser } = row;
  if (salt !== null) return personalHash === personalHashOf(salt, row);
  const isEmpty = network === null && browser === null;
  return isEmpty && (personalHash === null || erased.has(ownerOf(row)));
};

/** What is wrong with a row that should follow; null for nothing. */
const faultOf = (
  before: Place,
  row: AuditRow,
  erased: ReadonlySet<string | null>,
): AuditBreak | null => {
  const position = before.position + 1;
  if (row.position !== position) return { position, fault: "missing", id: null };
  const { id } = row;
  if (row.hash !== entryHashOf(position, before.hash, row))
    return { position, fault: "changed", id };
  return isPersonalWhole(row, erased) ? null : { position, fault: "personal", id };
};

const sealedAfter = (reader: Reader, position: number) => {
  const { audit } = reader.tables;
  return reader
    .select()
    .from(audit)
    .where(gt(audit.position, position))
    .orderBy(asc(audit.position))
    .limit(SLICE);
};

const findUnsealed = async (reader: CtxReader) => {
  const { audit } = reader.tables;
  const isOld = lt(audit.at, new Date(reader.clock.now().getTime() - UNSEALED_MS));
  const [oldest] = await reader
    .select({ id: audit.id, at: audit.at })
    .from(audit)
    .where(and(isNull(audit.position), isOld))
    .orderBy(asc(audit.id))
    .limit(1);
  return oldest ?? null;
};

/** A place of which the hash is known from elsewhere; `before` is followed up to it, `row` is it. */
const isReplaced = (known: readonly Place[], { position, hash }: Place) =>
  known.some((place) => place.position === position && place.hash !== hash);

/** The chain must be as long as it once was. Without a head nothing was ever sealed. */
const endFaultOf = (
  last: Place,
  known: readonly Place[],
  head: AuditHead | null,
): AuditBreak | null => {
  const furthest = Math.max(0, ...known.map(({ position }) => position));
  if (last.position < furthest) return { position: last.position + 1, fault: "cut", id: null };
  const isBeyond = last.position > (head?.position ?? 0);
  return isBeyond ? { position: (head?.position ?? 0) + 1, fault: "replaced", id: null } : null;
};

/**
 * Follows the audit's chain from its first entry, up to the first that is broken.
 * @param witness a place that was written down elsewhere, such as in the log.
 * @param signal stops between two slices.
 * @returns null where it was stopped.
 */
export const verifyAudit = async (
  ctx: Pick<Ctx, "read">,
  signal: AbortSignal,
  witness: Place | null = null,
): Promise<AuditProof | null> => {
  const known = [await readSetting(ctx.read, AUDIT_HEAD), witness].flatMap((place) => place ?? []);
  let last: Place = { position: 0, hash: "" };
  let broken: AuditBreak | null = null;
  let isMore = true;
  while (isMore && broken === null) {
    if (signal.aborted) return null;
    const rows = await sealedAfter(ctx.read, last.position);
    const erased = await findErased(ctx.read, rows);
    for (const row of rows) {
      broken ??= faultOf(last, row, erased);
      const { position } = row;
      if (broken !== null || position === null) break;
      last = { position, hash: row.hash ?? "" };
      if (isReplaced(known, last)) broken = { position, fault: "replaced", id: row.id };
    }
    isMore = rows.length === SLICE;
    await yieldToEventLoop();
  }
  broken ??= endFaultOf(last, known, await readSetting(ctx.read, AUDIT_HEAD));
  const entries = last.position;
  return { entries, broken, head: last, oldestUnsealed: await findUnsealed(ctx.read) };
};

/** The entry with its place, and what goes with it. */
const sealOf = (
  row: Tables["audit"]["$inferSelect"],
  { position: last, hash: before }: Pick<AuditHead, "position" | "hash">,
) => {
  const position = last + 1;
  const salt = row.network === null && row.browser === null ? null : randomSalt();
  const personalHash = salt === null ? null : personalHashOf(salt, row);
  const hash = entryHashOf(position, before, { ...row, personalHash });
  return { position, salt, personalHash, hash };
};

/** Asked first: mostly there is nothing to write. */
const isWaiting = async ({ read, tables }: Ctx): Promise<boolean> => {
  const { audit } = tables;
  const waiting = await read
    .select({ id: audit.id })
    .from(audit)
    .where(isNull(audit.position))
    .limit(1);
  return waiting.length > 0;
};

const sealSlice = async (tx: Tx): Promise<{ count: number; head: AuditHead | null }> => {
  const { audit } = tx.tables;
  const rows = await tx
    .select()
    .from(audit)
    .where(isNull(audit.position))
    .orderBy(asc(audit.id))
    .limit(SLICE);
  let head = await readSetting(tx, AUDIT_HEAD);
  if (rows.length === 0) return { count: 0, head };
  const sealedAt = tx.clock.now().toISOString();
  for (const row of rows) {
    const seal = sealOf(row, head ?? { position: 0, hash: "" });
    await sealEntry(tx, row.id, seal);
    head = { position: seal.position, hash: seal.hash, sealedAt };
  }
  if (head !== null) await writeSetting(tx, AUDIT_HEAD, head);
  return { count: rows.length, head };
};

/**
 * Gives new entries their places at the end of the chain, the oldest first. Where the chain ends now
 * goes into the log as well, which whoever can change the database may not be able to.
 * @param signal stops between two slices.
 */
export const sealAudit = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  let entries = 0;
  let isMore = await isWaiting(ctx);
  while (isMore && !signal.aborted) {
    const { count, head } = await ctx.write((tx) => sealSlice(tx));
    entries += count;
    isMore = count === SLICE;
    if (!isMore && entries > 0 && head !== null)
      ctx.log.info("audit.sealed", { entries, position: head.position, hash: head.hash });
    await yieldToEventLoop();
  }
};
