import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { Obstacle } from "#shared/schemas/shop.ts";

const NONE: readonly Obstacle[] = [];

/**
 * What the member cannot buy now, by package, in the words in which the server would refuse it. While
 * that is not known nothing is kept from anybody: the server says so at the checkout.
 * @param ident of the basket that is being filled; what that one has is no obstacle.
 */
export const useObstacles = (ident: string | null = null): ReadonlyMap<number, Obstacle> => {
  const { shop } = useSite();
  const user = useSession();
  const isAsked = shop !== null && user != null;
  const { data = NONE } = trpc.shop.obstacles.useQuery(
    { ident },
    { enabled: isAsked, staleTime: 0 },
  );
  return new Map(data.map((one) => [one.packageId, one]));
};
