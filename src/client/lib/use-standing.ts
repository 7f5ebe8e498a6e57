import { useSession } from "#client/lib/session/use-session.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { StrikeAct } from "#shared/constants/strikes.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { StrikeStanding } from "#shared/schemas/strikes.ts";

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
