import { lt } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";

/** Removes the files of builds that nobody can still have open. */
export const forgetOldBuilds = async ({ tables, write, clock }: Ctx): Promise<void> => {
  const { buildAssets } = tables;
  await write(async (tx) => {
    await tx.delete(buildAssets).where(lt(buildAssets.expiresAt, clock.now()));
  });
};
