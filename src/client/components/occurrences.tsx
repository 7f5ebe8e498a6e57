import { Link } from "@tanstack/react-router";
import {
  CalendarClock,
  Eraser,
  type LucideIcon,
  PartyPopper,
  RotateCw,
  TrendingUp,
} from "lucide-react";
import { useLive } from "#client/lib/feed/live.ts";
import { serverOf, useOwnLang, useSite } from "#client/lib/site.ts";
import { longDuration, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { CALENDAR_SCREEN, KIND_NAMES } from "#shared/calendar-messages.ts";
import { CALENDAR_DAYS, type CalendarKind } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { gameOf } from "#shared/rules/community.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Occurrence } from "#shared/schemas/calendar.ts";
import type { CommunityGame } from "#shared/schemas/community/play.ts";

/** Servers in their order, by the game that they belong to: two of one name are told apart by it. */
export const serversByGame = <Server extends { game: string }>(
  games: readonly CommunityGame[],
  servers: readonly Server[],
): { game: string; name: string; servers: readonly Server[] }[] =>
  [...Map.groupBy(servers, ({ game }) => game)].map(([game, own]) => ({
    game,
    name: gameOf(games, game).name,
    servers: own,
  }));

/** What the calendar is asked for. */
const upcomingInput = (server?: string) => ({
  days: CALENDAR_DAYS,
  ...(server !== undefined && { server }),
});

/**
 * What goes on and what comes, kept in step with the server.
 * @param server the key of a server, with what is about the whole community; all without one.
 */
export const useUpcoming = (server?: string) => {
  const isLive = useLive(true);
  return trpc.calendar.upcoming.useQuery(upcomingInput(server), {
    staleTime: MEMBER_POLL_MS,
    refetchInterval: isLive ? false : MEMBER_POLL_MS,
  });
};

export const KIND_ICONS: Readonly<Record<CalendarKind, LucideIcon>> = {
  wipe: Eraser,
  restart: RotateCw,
  event: PartyPopper,
  rates: TrendingUp,
};

const day = dateFormat({ weekday: "short", month: "short", day: "numeric" });
const clock = dateFormat({ timeStyle: "short" });

const isSameDay = (one: Date, other: Date) => one.toDateString() === other.toDateString();

/** "Sat, Nov 28, 6:00 PM – 11:00 PM", in the reader's time zone. */
const timeText = (begins: Date, ends: Date | null): string => {
  const from = `${day(begins)}, ${clock(begins)}`;
  if (ends === null) return from;
  return `${from} – ${isSameDay(begins, ends) ? clock(ends) : `${day(ends)}, ${clock(ends)}`}`;
};

/** "in 2 days 4 hours", or until when it goes on. */
const whenText = ({ begins, ends }: Occurrence, nowMs: number): string => {
  const untilMs = Date.parse(begins) - nowMs;
  if (untilMs > 0) return CALENDAR_SCREEN.in(longDuration(untilMs));
  if (ends === null) return CALENDAR_SCREEN.now;
  const leftMs = Math.max(0, Date.parse(ends) - nowMs);
  return CALENDAR_SCREEN.nowFor(longDuration(leftMs));
};

const SERVER_CLASS =
  "inline-flex min-h-8 items-center rounded-full border border-ground-600 px-3 text-sm wrap-anywhere text-muted";

/** Those of a game that is not asked how they are have no page. */
const Servers = ({ keys }: { keys: readonly string[] }) => {
  const site = useSite();
  const shown = site.servers.filter(({ key }) => keys.includes(key));
  if (keys.length > 0 && shown.length === 0)
    return <p className="mt-2 text-sm text-muted">{CALENDAR_SCREEN.goneServers(keys.length)}</p>;
  if (shown.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {shown.map(({ key, name }) => (
        <li key={key}>
          {serverOf(site, key) === null ? (
            <span className={SERVER_CLASS}>{name}</span>
          ) : (
            <Link
              to="/servers/$serverKey"
              params={{ serverKey: key }}
              className={`${SERVER_CLASS} hover:border-accent/60 hover:text-accent-strong`}
            >
              {name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
};

const Entry = ({ item, showsServers }: { item: Occurrence; showsServers: boolean }) => {
  const own = useOwnLang();
  const nowMs = useNow();
  const { kind, title, text, begins, ends, repeat, rates, servers } = item;
  // The instance that answers may be of a release that does not say it.
  const often = repeat === "never" ? undefined : CALENDAR_SCREEN.repeats[repeat];
  const Icon = KIND_ICONS[kind];
  const isNow = nowMs !== null && Date.parse(begins) <= nowMs;
  return (
    <li className="flex gap-4 px-4 py-4 sm:px-5">
      <span
        className={`grid size-11 shrink-0 place-items-center rounded-lg border ${isNow ? "border-accent/60 bg-accent/15 text-accent-strong" : "border-ground-600 bg-ground-850 text-accent"}`}
      >
        <Icon className="size-5" aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p {...own} className="min-w-0 text-lg leading-snug font-semibold wrap-anywhere text-ink">
            {title}
          </p>
          {nowMs !== null && (
            <p className="text-sm font-semibold text-accent-strong tabular-nums">
              {whenText(item, nowMs)}
            </p>
          )}
        </div>
        <p className="mt-0.5 text-sm text-muted">
          {KIND_NAMES[kind]}
          {", "}
          {often !== undefined && `${often}, `}
          <time dateTime={begins}>
            {timeText(new Date(begins), ends === null ? null : new Date(ends))}
          </time>
        </p>
        {text !== "" && (
          <p {...own} className="mt-2 text-pretty wrap-anywhere whitespace-pre-line text-muted">
            {text}
          </p>
        )}
        {rates.length > 0 && (
          <dl {...own} className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {rates.map(({ name, value }) => (
              <div
                key={name}
                className="flex justify-between gap-4 border-b border-ground-700 py-1"
              >
                <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
                <dd className="min-w-0 text-right font-semibold wrap-anywhere text-accent-strong tabular-nums">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {showsServers && <Servers keys={servers} />}
      </div>
    </li>
  );
};

type OccurrencesProps = {
  label: string;
  items: readonly Occurrence[];
  /** Whether each names the servers that it is about. */
  showsServers?: boolean;
};

/** What happens when, the soonest first. */
export const Occurrences = ({ label, items, showsServers = true }: OccurrencesProps) => (
  <ul aria-label={label} className="panel divide-y divide-ground-700">
    {items.map((item) => (
      <Entry key={`${item.id} ${item.begins}`} item={item} showsServers={showsServers} />
    ))}
  </ul>
);

/** One line about what comes next, or goes on; its place is kept while nothing is known. */
export const NextLine = ({ item }: { item: Occurrence | undefined }) => {
  const own = useOwnLang();
  const nowMs = useNow();
  return (
    <p className="mt-2 flex min-h-6 items-center gap-2 text-sm text-muted">
      {item !== undefined && nowMs !== null && (
        <>
          <CalendarClock className="size-4 shrink-0 text-accent" aria-hidden />
          <span className="min-w-0 truncate">
            <span {...own} className="font-semibold text-ink">
              {item.title}
            </span>{" "}
            {whenText(item, nowMs)}
          </span>
        </>
      )}
    </p>
  );
};
