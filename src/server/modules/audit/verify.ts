import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Ctx, CtxReader } from "#server/context/context.ts";
import { readSetting } from "#server/store/settings.ts";
import type { Tables, Reader } from "#server/store/store.ts";
import type { AuditBreakFault } from "#shared/admin-messages.ts";
import type { AuditAction } from "#shared/constants/audit.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { entryHashOf, personalHashOf, AUDIT_HEAD, type AuditHead } from "./entry-hash.ts";

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

type AuditRow = Tables["audit"]["$inferSelect"];
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
