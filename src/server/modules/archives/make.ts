import { and, asc, eq, lte } from "drizzle-orm";
import { randomSecret } from "#server/auth/secrets.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import type { OpenZip } from "#server/providers/zip/port.ts";
import { logFailure } from "#server/store/log-failure.ts";
import { ARCHIVE_NOTICE } from "#shared/archive-messages.ts";
import { ARCHIVE_ATTEMPTS_MAX, ARCHIVE_KEPT_MS } from "#shared/constants/archives.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { writeContents } from "./contents.ts";
import { removeParts } from "./forget.ts";

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
 * @param signal breaks off: what was begun is made anew by the next run.
 */
export const makeArchives = async (
  ctx: SystemCtx,
  openZip: OpenZip,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const begun = await begin(ctx);
    if (begun === null) return;
    const { userId, run, attempts } = begun;
    if (run === null) continue;
    const of = { userId, run };
    let parts = 0;
    const zip = openZip({
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
