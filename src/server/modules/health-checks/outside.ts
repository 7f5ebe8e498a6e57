import type { Config } from "#server/config/config.ts";
import type { Timer } from "#server/core/clock.ts";
import type { OutboxState } from "#server/modules/mail/index.ts";
import { askServers, type Asked, statusServers } from "#server/modules/servers/index.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import type { Mailer } from "#server/providers/mail/port.ts";
import type { Probe, ProbeAnswer } from "#server/providers/probe/port.ts";
import { failureText, PROVIDER_LABELS } from "#shared/admin-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { fail, type Finding, ok, together, warn } from "./finding.ts";

/** A mail that has waited so long has failed several times, or nobody sends it. */
const STUCK_MS = 10 * MINUTE_MS;

/** Who is asked outside, and how. */
export type Outside = {
  probe: Probe;
  gameQuery: GameQuery;
  /** Null where no mail server is configured. */
  greetMailServer: Mailer["greet"] | null;
  /** Why files of tickets cannot be kept, in a sentence; null where they can. */
  filePlaceTrouble: () => Promise<string | null>;
};

/** What waits, and what was given up. */
export const judgeOutbox = (
  { waiting, waitingSince, later, laterUntil, givenUp }: OutboxState,
  now: Date,
): Finding => {
  const lost = givenUp.length === 0 ? [] : [warn(HEALTH.givenUp(givenUp))];
  const planned = laterUntil === null ? [] : [ok(HEALTH.later(later, laterUntil.toISOString()))];
  if (waitingSince === null) return together([ok(HEALTH.noneWaits), ...planned, ...lost]);
  const isStuck = now.getTime() - waitingSince.getTime() > STUCK_MS;
  const since = waitingSince.toISOString();
  const queue = isStuck ? warn(HEALTH.stuck(waiting, since)) : ok(HEALTH.waiting(waiting, since));
  return together([queue, ...planned, ...lost]);
};

/** Whether the mail server lets us in; nobody is written to. */
export const checkMailServer = async (greet: Outside["greetMailServer"]): Promise<Finding> => {
  if (greet === null) return warn(HEALTH.noMail);
  const failure = await greet();
  return failure === null ? ok(HEALTH.mailGreets) : fail(HEALTH.mailDown(failure));
};

type Place = { name: string; waits: string; address: string | undefined };

/** Where each provider is asked: at what its API begins with, or where people sign in. */
const placesOf = ({
  discord,
  steam,
  epic,
  microsoft,
  tebex,
  matchmaking,
  passwordRangeBase,
}: Config): Place[] => [
  { ...PROVIDER_LABELS.discord, address: discord?.apiBase },
  { ...PROVIDER_LABELS.steam, address: steam?.apiBase },
  { ...PROVIDER_LABELS.epic, address: epic?.tokenUrl },
  { ...PROVIDER_LABELS.microsoft, address: microsoft?.minecraftBase },
  { ...PROVIDER_LABELS.tebex, address: tebex?.apiBase },
  { ...HEALTH.matchmaking, address: matchmaking?.base },
  {
    ...HEALTH.passwordRange,
    address: passwordRangeBase === null ? undefined : `${passwordRangeBase}/range/00000`,
  },
];

export type Probed = Pick<Place, "name" | "waits"> & ProbeAnswer;

/** Asks all that are configured, side by side. */
export const probeProviders = (config: Config, probe: Probe): Promise<Probed[]> =>
  Promise.all(
    placesOf(config).flatMap(({ name, waits, address }) =>
      address === undefined ? [] : [probe(address).then((answer) => ({ name, waits, ...answer }))],
    ),
  );

export const judgeProviders = (probed: readonly Probed[]): Finding => {
  if (probed.length === 0) return ok(HEALTH.noProviders);
  const well = probed.filter(({ failure }) => failure === null).map(({ name }) => name);
  const down = probed.flatMap(({ name, waits, failure }) =>
    failure === null ? [] : [warn(HEALTH.providerDown(name, failureText(failure), waits))],
  );
  return together([...(well.length > 0 ? [ok(HEALTH.providersAnswer(well))] : []), ...down]);
};

/** One question may be lost on its way, as the poller knows: what is silent is asked once more. */
const QUESTIONS = 2;

/** Asks every game server, and records nothing of it. */
export const checkGameServers = async (
  { community }: Config,
  query: GameQuery,
  signal: AbortSignal,
  timer: Timer,
): Promise<Finding> => {
  const servers = statusServers(community).filter(({ protocol }) => query.canAsk(protocol));
  if (servers.length === 0) return ok(HEALTH.noServers);
  const answers = new Map<string, Asked>();
  const unheard = () => servers.filter(({ key }) => (answers.get(key)?.reading ?? null) === null);
  for (let question = 0; question < QUESTIONS; question += 1)
    await askServers(query, unheard(), signal, (asked) => answers.set(asked.key, asked), timer);
  const silent = unheard().map(({ key, name, queryHost, queryPort }) => {
    const address = `${queryHost.includes(":") ? `[${queryHost}]` : queryHost}:${queryPort}`;
    return HEALTH.serverSilent(name, address, answers.get(key)?.reason ?? "silent");
  });
  const answer = HEALTH.serversAnswer(servers.length - silent.length, servers.length);
  return silent.length === 0
    ? ok(answer)
    : warn([answer, ...silent, HEALTH.serverAdvice].join("\n"));
};
