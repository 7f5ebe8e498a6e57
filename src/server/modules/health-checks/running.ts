import type { Services } from "#server/context/services.ts";
import { failureText, OUTAGE, PROVIDER_LABELS } from "#shared/admin-messages.ts";
import { PROVIDERS } from "#shared/constants/providers.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { fail, type Finding, ok, together, warn } from "./finding.ts";

/** What only the site knows that runs: what it has in memory. */
export type Running = Pick<Services, "board" | "breakers" | "health" | "instanceId" | "assets">;

/** After so long without an answer nobody asks any more, as it seems. */
const UNASKED_MS = 5 * MINUTE_MS;

/** Whether something can be saved now: what /readyz says. */
export const checkReady = async ({ health }: Running): Promise<Finding[]> => {
  const state = await health.check();
  if (state === "ok" || state === "draining" || state === "unmigrated") return [];
  return [fail(HEALTH_WORK.notReady(OUTAGE.reasons[state]))];
};

/** Providers that are left alone for a while because they failed again and again. */
export const judgeBreakers = ({ breakers }: Running): Finding[] =>
  PROVIDERS.flatMap((provider) => {
    const { state, since, lastFailure } = breakers[provider].report();
    if (state === "closed" || since === null) return [];
    const { name, waits } = PROVIDER_LABELS[provider];
    const why = failureText(lastFailure?.reason ?? "");
    return [warn(`${HEALTH_WORK.provider(name, why, since.toISOString())} ${waits}`)];
  });

/** The game servers as the status has them. */
export const judgeBoard = ({ board }: Running, now: Date): Finding => {
  const rows = board.rows();
  if (rows.length === 0) return ok(HEALTH.noServers);
  const asked = rows.flatMap(({ checkedAt }) => checkedAt ?? []).toSorted();
  const last = asked.at(-1);
  if (last === undefined) return warn(HEALTH_WORK.notAsked);
  const down = rows.filter(({ state }) => state !== "online");
  const isOld = now.getTime() - Date.parse(last) > UNASKED_MS;
  const answer = HEALTH.serversAnswer(rows.length - down.length, rows.length);
  const lines = down.map(({ name, since }) => HEALTH_WORK.serverDown(name, since));
  return together([
    (isOld ? fail : ok)(`${answer} ${HEALTH_WORK.askedAt(last)}`),
    ...(down.length === 0 ? [] : [warn([...lines, HEALTH.serverAdvice].join("\n"))]),
  ]);
};
