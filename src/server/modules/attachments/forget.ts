import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, exists, gt, inArray, lt, ne } from "drizzle-orm";
import { z } from "zod";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import type { FilePlace } from "#server/providers/ports/files.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import {
  PLACE_MARKER,
  UNNAMED_FILE_KEPT_MS,
  UNSENT_ATTACHMENT_KEPT_MS,
} from "#shared/constants/uploads.ts";
import { ATTACHMENT_PLACE } from "#shared/upload-messages.ts";
import { fileOf, keyInFile, randomKey, smallFileOf } from "./files.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

const placeState = z.object({
  /** Whose files lie there, as the marker says it too; null until this database has claimed a place. */
  site: z.nullable(z.string()),
  /** Renewed in both by each run: in an older copy of the database it is another one than in the marker. */
  token: z.string(),
  /** The marker's before that: it stands there yet where a run ended between the two. */
  previous: z.optional(z.string()),
  /** Since when the two agree without a break, in ISO 8601. */
  since: z.iso.datetime(),
  /** How often they did not, one soon after the other: once after a restore, daily where two sites share a place. */
  partings: z.int(),
  /** Why nothing is removed: nothing of what lies there is known, or the marker is another site's. */
  trouble: z.nullable(z.enum(["unknown", "foreign"])),
});
/** How the database and the place of files stand to each other. */
export type PlaceState = z.infer<typeof placeState>;
const setting: Setting<PlaceState> = { key: "attachments:place", schema: placeState };

/** What the last run has found; null before the first. */
export const readPlaceState = (reader: Reader): Promise<PlaceState | null> =>
  readSetting(reader, setting);

type Marker = Pick<PlaceState, "token"> & { site: string };

const readMarker = async (place: FilePlace): Promise<Marker | null> => {
  const file = await place.open(PLACE_MARKER);
  if (file === null) return null;
  const [site = "", token = ""] = (await new Response(file.body).text()).trim().split(/\s+/);
  return { site, token };
};

const isMarkedBy = (kept: PlaceState, marker: Marker): boolean =>
  [kept.token, kept.previous].includes(marker.token);

/** How often the two did not agree, one soon after the other; 0 once they have agreed for so long that nothing is undone. */
export const recentPartings = ({ partings, since }: PlaceState, now: Date): number =>
  now.getTime() - Date.parse(since) < UNNAMED_FILE_KEPT_MS ? partings : 0;

/**
 * Whether the database may have been put in the place of another not long ago, and that may be undone: what a run of
 * this database takes for unsent then was sent in the other.
 */
const mayBeUndone = async (ctx: SystemCtx): Promise<boolean> => {
  const kept = await readPlaceState(ctx.read);
  const marker = await readMarker(ctx.attachments.place);
  if (kept === null) return marker !== null;
  if (marker !== null && !isMarkedBy(kept, marker)) return true;
  return recentPartings(kept, ctx.clock.now()) > 0;
};

/** Those of these files that a row names, by their keys. */
const namedAmong = async (
  { read, tables: { attachments: t } }: Pick<SystemCtx, "read" | "tables">,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const keys = [...new Set(names.flatMap((name) => keyInFile(name) ?? []))];
  if (keys.length === 0) return new Set();
  const rows = await read.select({ key: t.key }).from(t).where(inArray(t.key, keys));
  return new Set(rows.map(({ key }) => key));
};

/** All that lies there, in slices that one query takes. */
const slicesOf = async function* (place: FilePlace, signal: AbortSignal) {
  for await (const files of place.list())
    for (let at = 0; at < files.length; at += SLICE) {
      if (signal.aborted) return;
      yield files.slice(at, at + SLICE);
      await yieldToEventLoop();
    }
};

/**
 * Whether the place is this database's: by its marker, or else, as in a backup of before there were markers, by
 * whether a row names an attachment there.
 */
const standingOf = async (
  ctx: SystemCtx,
  { marker, own }: { marker: Marker | null; own: string | null },
  signal: AbortSignal,
): Promise<"own" | "empty" | NonNullable<PlaceState["trouble"]>> => {
  if (marker !== null && own !== null) return marker.site === own ? "own" : "foreign";
  let isEmpty = true;
  for await (const slice of slicesOf(ctx.attachments.place, signal)) {
    const names = slice.map(({ name }) => name);
    if ((await namedAmong(ctx, names)).size > 0) return "own";
    isEmpty &&= names.every((name) => keyInFile(name) === null);
  }
  if (isEmpty) return "empty";
  return marker === null ? "unknown" : "foreign";
};

/**
 * Marks the place as this database's, unless it may be another's.
 * @returns whether the two have agreed for so long that nobody undoes a restore any more.
 */
const claimPlace = async (ctx: SystemCtx, signal: AbortSignal): Promise<boolean> => {
  const { log } = ctx;
  const { place } = ctx.attachments;
  const now = ctx.clock.now();
  const kept = await readPlaceState(ctx.read);
  const marker = await readMarker(place);
  const standing = await standingOf(ctx, { marker, own: kept?.site ?? null }, signal);
  if (signal.aborted) return false;
  const fresh = { site: null, token: "", since: now.toISOString(), partings: 0 };
  if (standing === "foreign" || standing === "unknown") {
    log.warn("attachments.not_swept", {
      message: ATTACHMENT_PLACE.notSwept[standing](ctx.config.attachments.place),
    });
    await ctx.write((tx) => writeSetting(tx, setting, { ...(kept ?? fresh), trouble: standing }));
    return false;
  }
  // A place is claimed with its first file.
  if (standing === "empty" && kept === null) return false;
  const isKept = kept !== null && marker !== null && isMarkedBy(kept, marker);
  const agreedMs = kept === null ? 0 : now.getTime() - Date.parse(kept.since);
  const parted = kept === null ? 0 : recentPartings(kept, now);
  const state = isKept ? kept : { ...fresh, partings: marker === null ? 0 : parted + 1 };
  const [site, token] = [kept?.site ?? marker?.site ?? randomKey(), randomKey()];
  const next = { ...state, site, token, previous: marker?.token, trouble: null };
  await ctx.write((tx) => writeSetting(tx, setting, next));
  await place.put(PLACE_MARKER, new TextEncoder().encode(`${site} ${token}\n`));
  return isKept && agreedMs >= UNNAMED_FILE_KEPT_MS;
};

/** What a write that was broken off has left. */
const isLeft = (name: string): boolean => /^[\da-f]{32}\.[\w.-]+\.partial$/.test(name);

/**
 * Removes files that no row names, such as after an older backup was restored, once they are 30 days old, and what
 * writes that were broken off have left, once that is a day old. Files of others stay. Nothing is removed where the
 * place may be another database's, nor in the 30 days after this one was restored or has claimed it.
 * @param signal stops between two slices.
 */
export const sweepFiles = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { place } = ctx.attachments;
  if (!(await claimPlace(ctx, signal))) return;
  const nowMs = ctx.clock.now().getTime();
  let removed = 0;
  try {
    for await (const slice of slicesOf(place, signal)) {
      const isOlder = (changedAt: Date, ms: number) => nowMs - changedAt.getTime() > ms;
      const old = slice.filter(({ changedAt }) => isOlder(changedAt, UNSENT_ATTACHMENT_KEPT_MS));
      const named = await namedAmong(
        ctx,
        old.map(({ name }) => name),
      );
      for (const { name, changedAt } of old) {
        const key = keyInFile(name);
        const isUnnamed = key !== null && !named.has(key);
        if (!isLeft(name) && !(isUnnamed && isOlder(changedAt, UNNAMED_FILE_KEPT_MS))) continue;
        await place.remove(name);
        removed += 1;
      }
    }
  } finally {
    if (removed > 0) ctx.log.info("attachments.swept", { files: removed });
  }
};

/** Nobody gets them any more from now on; the job removes their files, and then the rows. */
export const GONE = { state: "removed", name: "", alt: "" } as const;

/**
 * Removes the attachments of a message that is taken back, in the caller's transaction. What proves a strike
 * stays until the strike goes, for those alone who may see that.
 */
export const removeAttachments = async (
  tx: Tx,
  { messageId }: { messageId: number },
): Promise<void> => {
  const { attachments: t, strikeAttachments: s } = tx.tables;
  const proves = exists(tx.select({ id: s.attachmentId }).from(s).where(eq(s.attachmentId, t.id)));
  await tx
    .update(t)
    .set({ messageId: null, ticketId: null })
    .where(and(eq(t.messageId, messageId), proves));
  await tx.update(t).set(GONE).where(eq(t.messageId, messageId));
};

/**
 * Removes the attachments of somebody who is erased, in the caller's transaction. What they uploaded and proves
 * a strike against somebody else stays, and nobody is named beside it.
 */
export const forgetAttachments = async (tx: Tx, userId: string): Promise<void> => {
  const { attachments: t, strikeAttachments: s, strikes } = tx.tables;
  const provesOthers = exists(
    tx
      .select({ id: s.attachmentId })
      .from(s)
      .innerJoin(strikes, eq(strikes.id, s.strikeId))
      .where(and(eq(s.attachmentId, t.id), ne(strikes.userId, userId))),
  );
  await tx
    .update(t)
    .set({ uploaderId: null })
    .where(and(eq(t.uploaderId, userId), eq(t.state, "sent"), provesOthers));
  await tx
    .update(t)
    .set({ ...GONE, uploaderId: null })
    .where(eq(t.uploaderId, userId));
};

/** Makes the attachments of one account those of another, in the caller's transaction. */
export const moveAttachments = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  await tx.update(t).set({ uploaderId: to }).where(eq(t.uploaderId, from));
};

/** Has what waits to be sent on one ticket be sent on another, in the caller's transaction. */
export const moveUnsent = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { attachments: t } = tx.tables;
  const isUnsent = inArray(t.state, ["uploading", "ready"]);
  await tx
    .update(t)
    .set({ ticketId: into })
    .where(and(eq(t.ticketId, from), isUnsent));
};

const giveUpUnsent = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { attachments: t } = ctx.tables;
  const isDue = and(
    inArray(t.state, ["uploading", "ready"]),
    lt(t.createdAt, new Date(ctx.clock.now().getTime() - UNSENT_ATTACHMENT_KEPT_MS)),
  );
  while (!signal.aborted) {
    const due = await ctx.read.select({ id: t.id }).from(t).where(isDue).limit(SLICE);
    // What seems unsent in a database that was put back may have been sent in the one before it.
    if (due.length === 0 || (await mayBeUndone(ctx))) return;
    const ids = due.map(({ id }) => id);
    // Looked at again: one may have been sent meanwhile.
    await ctx.write(async (tx) => {
      await tx
        .update(t)
        .set(GONE)
        .where(and(inArray(t.id, ids), isDue));
    });
    await yieldToEventLoop();
  }
};

/**
 * The file first: where this is broken off, the row is still there to go on by. One that cannot be removed keeps
 * no other from being; the run fails at its end, so that it is told.
 */
const removeFiles = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  const { attachments: t, strikeAttachments: s } = ctx.tables;
  const { place } = ctx.attachments;
  let after = "";
  const failures: unknown[] = [];
  while (!signal.aborted) {
    const slice = await ctx.read
      .select({ id: t.id, key: t.key, kind: t.kind })
      .from(t)
      .where(and(eq(t.state, "removed"), gt(t.id, after)))
      .orderBy(asc(t.id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) break;
    after = last.id;
    for (const row of slice) {
      if (signal.aborted) return;
      try {
        await place.remove(fileOf(row));
        if (row.kind === "picture") await place.remove(smallFileOf(row));
      } catch (error) {
        failures.push(error);
        continue;
      }
      await ctx.write(async (tx) => {
        await tx.delete(s).where(eq(s.attachmentId, row.id));
        await tx.delete(t).where(and(eq(t.id, row.id), eq(t.state, "removed")));
      });
    }
  }
  if (failures.length > 0) throw failures[0];
};

/**
 * Removes uploads that nobody has sent for a day, and the files of those that are gone.
 * @param signal stops between two of them.
 */
export const forgetUnsent = async (ctx: SystemCtx, signal: AbortSignal): Promise<void> => {
  await giveUpUnsent(ctx, signal);
  await removeFiles(ctx, signal);
};
