import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";

const ADDRESS = /^\/media\/([\da-f]{32})\.webp$/;

/** A picture as it is kept: WebP. */
type Picture = { bytes: Uint8Array; width: number; height: number };

/** Keeps a picture for the site's document, under a key that follows from its bytes. */
export const keepMedia = (
  ctx: MemberCtx,
  { bytes, width, height }: Picture,
): Promise<{ key: string; width: number; height: number }> =>
  ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count("sitePicturesByMember", tx.actor.userId);
    const key = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const row = { key, body: Buffer.from(bytes), width, height };
    const by = { createdAt: tx.clock.now(), createdBy: tx.actor.userId };
    await tx
      .insert(tx.tables.sitePictures)
      .values({ ...row, ...by })
      .onConflictDoNothing();
    return { key, width, height };
  });

/** A picture by the path at which it is served; null where there is none. */
export const findMedia = async (
  { select, tables }: Reader,
  path: string,
): Promise<{ key: string; body: Uint8Array } | null> => {
  const key = ADDRESS.exec(path)?.[1];
  if (key === undefined) return null;
  const { sitePictures: t } = tables;
  const [found] = await select({ key: t.key, body: t.body }).from(t).where(eq(t.key, key));
  return found ?? null;
};
