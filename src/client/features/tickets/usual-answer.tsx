import { roughDuration } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { TURN } from "#shared/thread-messages.ts";

/** A time within which it really happens: rounded up. */
const within = (durationMs: number): string => {
  const unitMs = durationMs < HOUR_MS ? 5 * MINUTE_MS : durationMs < DAY_MS ? HOUR_MS : DAY_MS;
  return roughDuration(Math.ceil(durationMs / unitMs) * unitMs);
};

/** How long a first answer usually takes; nothing where that is not known. */
export const UsualAnswer = () => {
  const { data } = trpc.tickets.usualAnswer.useQuery(undefined, { staleTime: 10 * MINUTE_MS });
  if (data?.medianMs == null) return null;
  return <span className="block">{TURN.usually(within(data.medianMs))}</span>;
};
