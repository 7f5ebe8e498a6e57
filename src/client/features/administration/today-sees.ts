import { ADMINS, may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";

/** What of the figures one may see [TEAM-10]; how many play is everybody's. */
export const useSees = () => {
  const user = useSession();
  const hasShop = useSite().shop !== null;
  return {
    members: may(user, "members"),
    shop: hasShop && may(user, "orders"),
    points: may(user, "points"),
    tickets: may(user, "tickets"),
    failed: may(user, ADMINS),
  };
};
export type Sees = ReturnType<typeof useSees>;

const count = (...shown: boolean[]) => shown.filter(Boolean).length;

/** How many figures stand at the top. */
export const tileCount = ({ members, shop, points, tickets, failed }: Sees): number =>
  1 + count(members, shop, points, points, tickets, shop, failed);

/** How many charts stand below, as long as all is sold in one currency. */
export const chartCount = ({ members, shop, points }: Sees): number =>
  1 + count(members, shop, points, points);
