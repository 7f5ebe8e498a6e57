import { useSite } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { StrikeAct } from "#shared/constants/strikes.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { tierIn } from "#shared/rules/community.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";
import type { StrikeStanding } from "#shared/schemas/strikes.ts";
import { useSession } from "./use-session.ts";

type Forbidden = StrikeStanding["forbidden"][number];

const NOTHING: StrikeStanding = { hasAny: false, appealTicketIds: [], forbidden: [] };

/** The feed tells of changes: without it, as old as this it is asked for again. */
const FRESH_MS = 5 * MINUTE_MS;

/**
 * What strikes keep the member from now, in the words in which the server refuses it. What has expired
 * meanwhile is left out. While it is not known nothing is kept from anybody: the server says so.
 */
export const useStanding = (): StrikeStanding => {
  const user = useSession();
  const nowMs = useNow();
  const { data } = trpc.strikes.standing.useQuery(undefined, {
    enabled: user != null,
    staleTime: FRESH_MS,
    retry: false,
  });
  if (data === undefined) return NOTHING;
  const isOn = ({ endsAt }: Forbidden) =>
    endsAt === null || nowMs === null || Date.parse(endsAt) > nowMs;
  return { ...data, forbidden: data.forbidden.filter(isOn) };
};

/**
 * Why the member may not do that now; null where they may.
 * @param ticketId of the ticket on which they would write: on their appeal they always may.
 */
export const useForbidden = (act: StrikeAct, ticketId?: number): string | null => {
  const { forbidden, appealTicketIds } = useStanding();
  if (ticketId !== undefined && appealTicketIds.includes(ticketId)) return null;
  return forbidden.find((one) => one.act === act)?.sentence ?? null;
};

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
 * keeps it fresh is `components/shell/member-bar.tsx`.
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
