import { trpc } from "#client/lib/trpc.ts";
import { displayNameOf } from "#shared/rules/display-name.ts";
import { useSession } from "./use-session.ts";

export type Identity = {
  /** What the member is called on the site. */
  name: string;
  email: string;
  /** Their Discord picture; null where they have none. */
  picture: string | null;
};

/** How the signed-in member is shown, in the bar and elsewhere; undefined until it is known. */
export const useIdentity = (): Identity | undefined => {
  const user = useSession();
  const links = trpc.links.list.useQuery(undefined, {
    enabled: user != null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (user == null || links.isPending) return undefined;
  const discord = links.data?.discord;
  return {
    name: displayNameOf(discord?.discordName),
    email: user.email,
    picture: discord?.discordImgUrl ?? null,
  };
};
