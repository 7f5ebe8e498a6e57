import { and, asc, eq, gt } from "drizzle-orm";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import type { MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Reader } from "#server/store/store.ts";
import { ARCHIVES } from "#shared/archive-messages.ts";
import type { ArchiveDownload, ArchiveStatus } from "#shared/schemas/archives.ts";
import { removeParts } from "./forget.ts";

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
