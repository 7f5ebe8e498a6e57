import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";

export { findAddressOwner, findReserved } from "./address-owner.ts";
export { setMarketing } from "./marketing.ts";
export { assertOtherAdmin, revokeAdminsLinks, setRole } from "./set-role.ts";
export { indexMembers } from "./write-search-terms.ts";
export { readTiers } from "./read-tiers.ts";
export { giveTier, giveTiers, setTierEnd, publishEndedTiers } from "./set-tier-end.ts";
export {
  addUser,
  addWaitingUsers,
  claimUser,
  changeAddress,
  changeUser,
  closeUser,
  correctAddress,
  askToErase,
  eraseUser,
  noteReceivedPromo,
  openUser,
  recoverUser,
  restoreAddress,
  removeUser,
  setTeam,
  setMailsOfLinks,
  verifyUser,
} from "./users.ts";
export { findVisiblePeople } from "./visible-people.ts";
export {
  forgetSearchTerms,
  indexMember,
  indexPeople,
  isFoundBy,
  linkTermOf,
} from "./search-terms.ts";

/**
 * Moves what was given by hand of the tiers of one account to another, in the caller's transaction: of
 * two ends of one tier the later one holds, with what was left of the other on top of it.
 * @returns the tiers of either, whose ends are to be worked out anew.
 */
export const moveGivenTiers = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<ReadonlySet<string>> => {
  const { memberships: t } = tx.tables;
  const theirs = await tx.delete(t).where(eq(t.userId, from)).returning();
  const own = new Map(
    (await tx.select().from(t).where(eq(t.userId, to))).map((row) => [row.tier, row]),
  );
  const nowMs = tx.clock.now().getTime();
  const left = (until: Date | null | undefined) => Math.max(0, (until?.getTime() ?? 0) - nowMs);
  for (const { tier, endsAt, givenUntil } of theirs) {
    const present = own.get(tier);
    const leftMs = left(givenUntil) + left(present?.givenUntil);
    const given = leftMs === 0 ? (present?.givenUntil ?? givenUntil) : new Date(nowMs + leftMs);
    const end = { endsAt: present?.endsAt ?? endsAt, givenUntil: given };
    await tx
      .insert(t)
      .values({ userId: to, tier, ...end })
      .onConflictDoUpdate({ target: [t.userId, t.tier], set: end });
  }
  return new Set([...theirs.map(({ tier }) => tier), ...own.keys()]);
};
