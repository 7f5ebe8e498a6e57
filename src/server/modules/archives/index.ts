import { and, asc, eq, gt, lte } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { Ctx, MemberCtx, MemberReader, SystemCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { OpenZip } from "#server/providers/ports/files.ts";
import type { Reader } from "#server/store/store.ts";
import { logFailure } from "#server/store/trouble.ts";
import { ARCHIVE_NOTICE, ARCHIVES } from "#shared/archive-messages.ts";
import { ARCHIVE_ATTEMPTS_MAX, ARCHIVE_KEPT_MS } from "#shared/constants/accounts.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { ArchiveDownload, ArchiveStatus } from "#shared/schemas/administration.ts";

/** Removes the pieces of one making, in the caller's transaction. */
const removeParts = async (tx: Tx, run: string): Promise<void> => {
  const { archiveParts } = tx.tables;
  await tx.delete(archiveParts).where(eq(archiveParts.run, run));
};

/** Removes what somebody asked for, in the caller's transaction; one that is being made stops. */
export const forgetArchive = async (tx: Tx, userId: string): Promise<void> => {
  const { archives } = tx.tables;
  const gone = await tx
    .delete(archives)
    .where(eq(archives.userId, userId))
    .returning({ run: archives.run });
  for (const { run } of gone) await removeParts(tx, run);
};

/**
 * Deletes the files whose week is over.
 * @param signal stops between two of them.
 */
export const forgetOldArchives = async (
  { read, write, tables: { archives: t }, clock }: Ctx,
  signal: AbortSignal,
): Promise<void> => {
  const isOver = and(eq(t.state, "ready"), lte(t.expiresAt, clock.now()));
  while (!signal.aborted) {
    const [old] = await read
      .select({ userId: t.userId, run: t.run })
      .from(t)
      .where(isOver)
      .orderBy(asc(t.expiresAt))
      .limit(1);
    if (old === undefined) return;
    await write(async (tx) => {
      await removeParts(tx, old.run);
      await tx
        .update(t)
        .set({ state: "expired", sizeBytes: null })
        .where(and(eq(t.userId, old.userId), eq(t.run, old.run), isOver));
    });
  }
};

/** Somebody else makes it now, or nobody wants it any more. */
class Superseded extends Error {}

/** Whether the archive is still this making's. */
const isOurs = async (tx: Tx, userId: string, run: string): Promise<boolean> => {
  const { archives: t } = tx.tables;
  const isThis = and(eq(t.userId, userId), eq(t.run, run), eq(t.state, "waiting"));
  const [found] = await tx.select({ run: t.run }).from(t).where(isThis);
  return found !== undefined;
};

/**
 * Takes the archive that has waited longest, under a name that no earlier making of it had; what
 * that one left is removed.
 * @returns null where none is due.
 */
const begin = ({ write, tables, clock }: SystemCtx) =>
  write(async (tx) => {
    const { archives: t } = tables;
    const isDue = and(eq(t.state, "waiting"), lte(t.nextAttemptAt, clock.now()));
    const [due] = await tx.select().from(t).where(isDue).orderBy(asc(t.nextAttemptAt)).limit(1);
    if (due === undefined) return null;
    const { userId, attempts } = due;
    await removeParts(tx, due.run);
    if (attempts >= ARCHIVE_ATTEMPTS_MAX) {
      await tx.update(t).set({ state: "failed" }).where(eq(t.userId, userId));
      return { userId, run: null, attempts };
    }
    const run = randomSecret();
    await tx
      .update(t)
      .set({ run, attempts: attempts + 1 })
      .where(eq(t.userId, userId));
    return { userId, run, attempts: attempts + 1 };
  });

const keepPart = async (
  { write, tables }: SystemCtx,
  { userId, run }: { userId: string; run: string },
  part: number,
  piece: Uint8Array,
): Promise<void> => {
  const body = Buffer.from(piece);
  const isKept = await write(async (tx) => {
    if (!(await isOurs(tx, userId, run))) return false;
    await tx.insert(tables.archiveParts).values({ run, part, body });
    return true;
  });
  if (!isKept) throw new Superseded();
};

/** Says that it can be downloaded, by a notification and, where the site sends any, by mail. */
const tell = async (tx: Tx, userId: string, expiresAt: Date): Promise<void> => {
  const { users } = tx.tables;
  const { community, mail } = tx.config;
  const until = dateFormat({ dateStyle: "long", timeZone: community.timezone })(expiresAt);
  await tx.notify({
    userIds: [userId],
    kind: "news",
    subject: ARCHIVE_NOTICE.subject,
    message: ARCHIVE_NOTICE.message(until),
    link: "/member/accountsettings?tab=Privacy",
  });
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (mail === null || user === undefined || user.email === null) return;
  await queueMail(tx, {
    to: { name: fullName(user), address: user.email },
    template: "archive",
    data: { firstName: user.firstName, expiresAt: expiresAt.toISOString() },
  });
};

const finish = async (
  ctx: SystemCtx,
  { userId, run }: { userId: string; run: string },
  sizeBytes: number,
): Promise<void> => {
  const { archives: t } = ctx.tables;
  await ctx.write(async (tx) => {
    if (!(await isOurs(tx, userId, run))) throw new Superseded();
    const readyAt = tx.clock.now();
    const expiresAt = new Date(readyAt.getTime() + ARCHIVE_KEPT_MS);
    await tx
      .update(t)
      .set({ state: "ready", readyAt, expiresAt, sizeBytes })
      .where(eq(t.userId, userId));
    await tx.audit({ action: "archive.made", subject: userId });
    await tell(tx, userId, expiresAt);
    tx.publish({ type: "account.changed", userId });
  });
};

const postpone = async (
  { write, tables: { archives: t }, clock }: SystemCtx,
  { userId, run }: { userId: string; run: string },
  attempts: number,
): Promise<void> => {
  const nextAttemptAt = new Date(clock.now().getTime() + MINUTE_MS * 2 ** attempts);
  await write(async (tx) => {
    await tx
      .update(t)
      .set({ nextAttemptAt })
      .where(and(eq(t.userId, userId), eq(t.run, run)));
  });
};

/**
 * Makes the archives that people have asked for, one after the other. One whose making was broken
 * off, by whatever, is made anew [DATA-02].
 * @param loadZip is called where somebody waits for one.
 * @param signal breaks off: what was begun is made anew by the next run.
 */
export const makeArchives = async (
  ctx: SystemCtx,
  loadZip: () => Promise<{ createZip: OpenZip }>,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const begun = await begin(ctx);
    if (begun === null) return;
    const { userId, run, attempts } = begun;
    if (run === null) continue;
    const of = { userId, run };
    let parts = 0;
    const { createZip } = await loadZip();
    const { writeContents } = await import("./contents.ts");
    const zip = createZip({
      at: ctx.clock.now(),
      onPiece: async (piece) => {
        signal.throwIfAborted();
        await keepPart(ctx, of, parts, piece);
        parts += 1;
      },
    });
    try {
      await writeContents(ctx, userId, zip, signal);
      await finish(ctx, of, await zip.end());
    } catch (error) {
      // Another instance has it: both would take it from each other for ever.
      if (signal.aborted || error instanceof Superseded) return;
      logFailure(ctx.log, "warn", "archive.failed", error, { attempts });
      await postpone(ctx, of, attempts);
    }
  }
};

const NONE: ArchiveStatus = {
  state: "none",
  askedAt: null,
  readyAt: null,
  expiresAt: null,
  sizeBytes: null,
};

const findOwn = async ({ tables: { archives: t }, actor, ...reader }: MemberReader) => {
  const [own] = await reader.select().from(t).where(eq(t.userId, actor.userId));
  return own;
};

const isOver = (expiresAt: Date | null, now: Date) => expiresAt !== null && expiresAt <= now;

const statusOf = async (reader: MemberReader): Promise<ArchiveStatus> => {
  const own = await findOwn(reader);
  if (own === undefined) return NONE;
  const { state, askedAt, readyAt, expiresAt, sizeBytes } = own;
  return {
    state: state === "ready" && isOver(expiresAt, reader.clock.now()) ? "expired" : state,
    askedAt: askedAt.toISOString(),
    readyAt: readyAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    sizeBytes,
  };
};

/** How far the archive of one's own data is. */
export const readArchive = (ctx: MemberCtx): Promise<ArchiveStatus> => statusOf(ctx.read);

/**
 * Asks for an archive of everything about oneself, which a job makes [DATA-01]. While one is being
 * made nothing happens; one that is there is replaced.
 * @returns how far it is.
 * @throws {LimitReached}
 */
export const askArchive = (ctx: MemberCtx): Promise<ArchiveStatus> =>
  ctx.write(async (tx) => {
    const { archives: t } = tx.tables;
    const { userId } = tx.actor;
    const own = await findOwn(tx);
    if (own?.state === "waiting") return statusOf(tx);
    await tx.count("archivesByMember", userId);
    if (own !== undefined) await removeParts(tx, own.run);
    const now = tx.clock.now();
    const asked = {
      run: randomSecret(),
      state: "waiting" as const,
      askedAt: now,
      attempts: 0,
      nextAttemptAt: now,
      readyAt: null,
      expiresAt: null,
      sizeBytes: null,
    };
    await tx
      .insert(t)
      .values({ userId, ...asked })
      .onConflictDoUpdate({ target: t.userId, set: asked });
    await tx.audit({ action: "archive.asked", subject: userId });
    tx.publish({ type: "account.changed", userId });
    return statusOf(tx);
  });

/**
 * Opens one's own archive for a download, which is written down.
 * @throws {AppError} `not_found` where there is none to download, `step_up`.
 */
export const openArchive = (ctx: MemberCtx): Promise<ArchiveDownload> =>
  ctx.write(async (tx) => {
    const own = await findOwn(tx);
    const isReady = own?.state === "ready" && !isOver(own.expiresAt, tx.clock.now());
    if (own === undefined || !isReady || own.sizeBytes === null || own.readyAt === null)
      throw new AppError("not_found", ARCHIVES.missing);
    await assertConfirmed(tx);
    await tx.audit({ action: "archive.downloaded", subject: tx.actor.userId });
    return { run: own.run, sizeBytes: own.sizeBytes, readyAt: own.readyAt.toISOString() };
  });

/**
 * The pieces of an opened archive, one after the other.
 * @throws where it is gone meanwhile: an answer that was begun breaks off.
 */
export async function* archiveBytes(
  { tables: { archiveParts: t }, ...reader }: Reader,
  { run, sizeBytes }: Pick<ArchiveDownload, "run" | "sizeBytes">,
): AsyncGenerator<Uint8Array, void, void> {
  let sent = 0;
  for (let part = -1; sent < sizeBytes;) {
    const [next] = await reader
      .select({ part: t.part, body: t.body })
      .from(t)
      .where(and(eq(t.run, run), gt(t.part, part)))
      .orderBy(asc(t.part))
      .limit(1);
    if (next === undefined) throw new Error("An archive was removed while it was downloaded.");
    part = next.part;
    sent += next.body.byteLength;
    yield next.body;
  }
}
