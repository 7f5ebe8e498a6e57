import { and, eq } from "drizzle-orm";
import type { Platform } from "#shared/constants/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { spendProof } from "#server/auth/proofs.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findLink } from "./load.ts";
import { linkRefusals } from "./refusals.ts";

type LinkContext = Pick<MemberContext, "store" | "clock"> & {
  actor: Pick<MemberContext["actor"], "userId">;
  browser: Pick<MemberContext["browser"], "secret">;
};

/**
 * Links an account elsewhere that this browser has just proven.
 * @throws {AppError} `bad_request` where it has not; `conflict` where the account is another
 *   member's, or where this member has linked another one.
 */
export const linkAccount = async (
  { store, clock, actor: { userId }, browser }: LinkContext,
  { platform, externalId }: { platform: Platform; externalId: string },
): Promise<void> => {
  const refusals = linkRefusals(platform);
  const browserSecret = browser.secret;
  if (browserSecret === null) throw new AppError("bad_request", refusals.notProven);
  const { links } = store.tables;
  await store.write(async (tx) => {
    const whose = { browserSecret, platform, externalId };
    const proof = await spendProof(store, tx, clock, whose);
    if (proof === null) throw new AppError("bad_request", refusals.notProven);
    const isThisAccount = and(eq(links.platform, platform), eq(links.externalId, externalId));
    const [owner] = await tx.select({ userId: links.userId }).from(links).where(isThisAccount);
    if (owner !== undefined && owner.userId !== userId)
      throw new AppError("conflict", refusals.taken);
    const present = await findLink(store, tx, { userId, platform });
    if (present !== null && present.externalId !== externalId)
      throw new AppError("conflict", refusals.anotherIsLinked);
    const shown = { name: proof.name, imageUrl: proof.imageUrl };
    if (present === null) {
      const row = { userId, platform, externalId, ...shown, linkedAt: clock.now() };
      await tx.insert(links).values(row);
      const entry = { actorId: userId, subject: userId, after: { platform } };
      await writeAudit(store, tx, clock, { action: "link.added", ...entry });
    } else await tx.update(links).set(shown).where(isThisAccount);
    tx.publish({ type: "account.changed", userId });
  });
};
