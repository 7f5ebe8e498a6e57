import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { BarChart, dayColumn } from "#client/components/bar-chart.tsx";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { ServersLink } from "#client/components/page.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { STATUS_FALLBACK_POLL_MS } from "#shared/constants/time.ts";
import { MEMBER_AREA, MEMBERS, OVERVIEW } from "#shared/member-area-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { gameOf, hasStatus } from "#shared/rules/community.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { Overview, PlaceSeries } from "#shared/schemas/members.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";

/** A part of the overview, with the way to the screen that has more. */
export const Part = ({
  title,
  more,
  className,
  children,
}: {
  title: string;
  more?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section className={cn("panel min-w-0 p-4 sm:p-5", className)} aria-label={title}>
    <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <h2 className="headline text-2xl">{title}</h2>
      {more}
    </div>
    {children}
  </section>
);

export const MORE =
  "inline-flex min-h-8 items-center gap-1.5 text-sm font-semibold text-muted transition-colors hover:text-accent-strong [&_svg]:size-4";

const HEX = "M20 1 37.300 11v20L20 41 2.700 31V11z";
/** How many cells of each column are lit, from the left to the right. */
const COLUMNS = [1, 2, 2, 4, 3, 5, 4, 6];
const ROWS = 6;
const SIZE = 42;
const CELLS = COLUMNS.flatMap((lit, column) =>
  Array.from({ length: ROWS }, (_, row) => {
    const height = ROWS - row;
    return {
      place: `translate(${column * SIZE} ${row * SIZE + (column % 2) * 20})`,
      look:
        height > lit
          ? "fill-transparent stroke-ground-700"
          : height === ROWS
            ? "fill-accent/20 stroke-accent"
            : "fill-ground-700 stroke-ground-500",
    };
  }),
);

/** A chart of honeycomb cells that climbs to the right. */
const CombChart = () => (
  <svg
    viewBox={`0 0 ${COLUMNS.length * SIZE} ${ROWS * SIZE + 20}`}
    className="w-full max-w-sm"
    aria-hidden="true"
    focusable="false"
  >
    {CELLS.map(({ place, look }) => (
      <path key={place} d={HEX} transform={place} strokeWidth="1.500" className={look} />
    ))}
  </svg>
);

/** Stands where there is no figure yet. */
const NoFigures = () => (
  <div className="grid items-center gap-6 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
    <div>
      <p className="headline text-3xl text-accent-strong md:text-4xl">{MEMBER_AREA.stats}</p>
      <p className="mt-3 max-w-[44ch] text-pretty text-muted">{MEMBERS.statsText}</p>
      <Button asChild variant="outline" className="mt-5">
        <ServersLink />
      </Button>
    </div>
    <CombChart />
  </div>
);

const SERVERS_SHOWN = 5;
/** Of so many games the status is asked for. */
const GAMES_SHOWN = 3;
/** So many servers stand for a game of which it is not known where on it one plays. */
const SERVERS_OF_GAME = 3;

/** The status of the servers that somebody plays on, where they play most first; moved by the feed. */
const useOwnServers = (played: readonly PlaceSeries[]) => {
  const { games: known } = useSite();
  const isShown = (game: string | null): game is string =>
    game !== null && hasStatus(gameOf(known, game));
  const games = [...new Set(played.map(({ game }) => game).filter(isShown))].slice(0, GAMES_SHOWN);
  const isLive = useLive(games.length > 0);
  const boards = trpc.useQueries((ask) =>
    games.map((game) =>
      ask.servers.board(
        { game },
        {
          staleTime: Number.POSITIVE_INFINITY,
          refetchInterval: isLive ? false : STATUS_FALLBACK_POLL_MS,
        },
      ),
    ),
  );
  const rows = boards.flatMap(({ data }) => data ?? []);
  const shown = new Set<ServerRow>();
  for (const { game, server } of played) {
    const ofGame = rows.filter((row) => row.game === game);
    const these =
      server === null
        ? ofGame.toSorted((a, b) => b.players - a.players).slice(0, SERVERS_OF_GAME)
        : ofGame.filter(({ key }) => key === server);
    for (const row of these) shown.add(row);
  }
  return {
    games,
    rows: [...shown].slice(0, SERVERS_SHOWN),
    isPending: boards.some(({ isPending }) => isPending),
    failed: boards.filter(({ isError, data }) => isError && data === undefined),
  };
};

const STATES = { online: "Online", offline: "Offline", unknown: "Unknown" } as const;
const LIGHTS = { online: "bg-moss", offline: "bg-ember", unknown: "bg-ground-500" } as const;

export const ServersPart = ({ played }: Pick<Overview, "played">) => {
  const { games, rows, isPending, failed } = useOwnServers(played);
  return (
    <Part
      title={OVERVIEW.servers}
      more={
        <ServersLink className={MORE}>
          {MESSAGES.seeServers}
          <ArrowRight aria-hidden />
        </ServersLink>
      }
    >
      {failed.length > 0 ? (
        <LoadFailed
          message={OVERVIEW.serversFailed}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : games.length === 0 ? (
        <p className="text-muted">{OVERVIEW.noServers}</p>
      ) : isPending ? (
        <div aria-busy className="space-y-2">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      ) : (
        <ul className="divide-y divide-ground-700">
          {rows.map((row) => (
            <li key={row.key} className="flex min-h-11 items-center gap-3 py-1.5">
              <GameIcon game={row.game} className="size-5 shrink-0 text-faint" />
              <span className="min-w-0 flex-1">
                <Link
                  to="/servers/$serverKey"
                  params={{ serverKey: row.key }}
                  className="block truncate font-semibold transition-colors hover:text-accent-strong"
                >
                  {row.name}
                </Link>
                <span className="flex items-center gap-1.5 text-sm text-muted">
                  <span aria-hidden className={cn("hexagon h-2.5 w-[9px]", LIGHTS[row.state])} />
                  {STATES[row.state]}
                  <span className="tabular-nums">
                    · {row.players}/{row.maxPlayers}
                  </span>
                </span>
              </span>
              {row.connectUrl === null ? (
                <code
                  className="truncate text-sm text-muted select-all"
                  title={OVERVIEW.address(row.connectInfo)}
                >
                  {row.connectInfo}
                </code>
              ) : (
                <Button asChild variant="outline" size="sm">
                  <a href={row.connectUrl} aria-label={`Join ${row.name}`}>
                    Join
                  </a>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
};

const QUARTERS = 4;
const hoursText = (hours: number) => `${pointsText(hours)} h`;

export const ChartsPart = ({
  weeks,
  played,
  earned,
}: Pick<Overview, "weeks" | "played" | "earned">) => {
  const { servers, games } = useSite();
  const columns = weeks.map(dayColumn);
  const labelOf = ({ game, server }: PlaceSeries) => {
    if (game === null) return OVERVIEW.elsewhere;
    const gameName = gameOf(games, game).name;
    if (server === null) return gameName;
    const name = servers.find(({ key }) => key === server)?.name ?? server;
    return name === gameName ? name : `${name} (${gameName})`;
  };
  const seriesOf = (places: readonly PlaceSeries[], unit: number) =>
    places.map((place) => ({
      key: `${place.game} ${place.server}`,
      label: labelOf(place),
      values: place.values.map((value) => value / unit),
    }));
  return (
    <Part title={OVERVIEW.trail} className="lg:col-span-2">
      {played.length === 0 && earned.length === 0 ? (
        <NoFigures />
      ) : (
        <div className="grid grid-cols-1 gap-8 xl:grid-cols-2">
          {played.length > 0 && (
            <BarChart
              title={OVERVIEW.hours}
              columnName={OVERVIEW.week}
              columns={columns}
              series={seriesOf(played, QUARTERS)}
              valueText={hoursText}
            />
          )}
          {earned.length > 0 && (
            <BarChart
              title={OVERVIEW.earned}
              columnName={OVERVIEW.week}
              columns={columns}
              series={seriesOf(earned, 1)}
              valueText={(value) => pointsText(value)}
            />
          )}
        </div>
      )}
    </Part>
  );
};
