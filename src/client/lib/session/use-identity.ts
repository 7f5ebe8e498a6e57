import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { displayNameOf, fullName } from "#shared/rules/display-name.ts";
import { tierIn } from "#shared/rules/tiers.ts";
import { useSession } from "./use-session.ts";

export type Identity = {
  /** What the member is called on the site. */
  name: string;
  email: string;
  /** Their Discord picture; null where they have none. */
  picture: string | null;
  /** The key of their tier; undefined while it is not known. */
  tier: string | undefined;
  /** Their balance; undefined while it is not known. */
  points: number | undefined;
};

/**
 * How the signed-in member is shown, in the bar and elsewhere; undefined until it is known. What
 * keeps it fresh is `components/shell/member-live.tsx`.
 */
export const useIdentity = (): Identity | undefined => {
  const user = useSession();
  const { tiers, hasDiscord } = useSite();
  const asked = { enabled: user != null, staleTime: Number.POSITIVE_INFINITY };
  const links = trpc.links.list.useQuery(undefined, asked);
  const membership = trpc.members.membership.useQuery(undefined, asked);
  if (user == null || links.isPending || membership.isPending) return undefined;
  const discord = links.data?.discord;
  return {
    // Where nobody has a Discord name, everybody would be a guest.
    name: discord == null && !hasDiscord ? fullName(user) : displayNameOf(discord?.discordName),
    email: user.email,
    picture: discord?.discordImgUrl ?? null,
    tier: membership.data && tierIn(tiers, membership.data.sub),
    points: membership.data?.points,
  };
};
