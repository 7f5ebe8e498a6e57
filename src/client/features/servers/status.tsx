import { useQuery } from "@tanstack/react-query";
import { Check, ExternalLink, RadioTower } from "lucide-react";
import { createContext, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { SectionHeading } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#client/components/ui/tabs.tsx";
import { useLive } from "#client/lib/feed/live.ts";
import { useStartQueries } from "#client/lib/queries.ts";
import { useInView } from "#client/lib/scroll.ts";
import { statusGames, useGameName, useSite } from "#client/lib/site.ts";
import { roughDuration, useNow } from "#client/lib/time.ts";
import { HISTORY_BUCKET_MS, STATUS_FALLBACK_POLL_MS } from "#shared/constants/time.ts";
import { MESSAGES, SERVERS } from "#shared/messages.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";
import { StatusTable } from "./status-table.tsx";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True where a server's sheet is over the home page, and what is one step back is the home page. */
    isSheet?: boolean;
  }
}

/** Older than this, a status says how old it is. */
const OLD_MS = 2 * STATUS_FALLBACK_POLL_MS;

/** True for what is shown over the home page. */
export const OverHome = createContext(false);

let stopWatching = () => {};

/** How far the page goes on below the screen. */
const roomBelow = () =>
  Math.max(0, document.documentElement.scrollHeight - window.innerHeight - window.scrollY);

/**
 * To be called before the content of an element gets shorter. A page that becomes shorter than it is
 * scrolled would jump; so the element keeps as much of its height as the screen shows, and gives it
 * back while the person scrolls up.
 */
const holdHeight = (element: HTMLElement) => {
  stopWatching();
  let heldPx = 0;
  const hold = () => {
    heldPx = Math.max(0, Math.ceil(element.offsetHeight - roomBelow()));
    element.style.minHeight = `${heldPx}px`;
  };
  const onScroll = () => {
    if (element.isConnected && element.offsetHeight <= heldPx) hold();
    else {
      element.style.minHeight = "";
      stopWatching();
    }
  };
  hold();
  window.addEventListener("scroll", onScroll, { passive: true });
  stopWatching = () => window.removeEventListener("scroll", onScroll);
};

/**
 * The servers of one game, fetched on the first visit of its tab, kept for the session and moved by
 * the live feed; polled while the feed is down.
 */
export const useBoard = (game: string, isSeen: boolean) => {
  const isLive = useLive(isSeen);
  const { servers } = useStartQueries();
  const board = useQuery({
    ...servers.board.queryOptions({ game }),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
    // The feed moves what is there; it brings nothing to a table that is empty.
    refetchInterval: ({ state }) =>
      isLive && state.data !== undefined ? false : STATUS_FALLBACK_POLL_MS,
  });
  const history = useQuery({
    ...servers.history.queryOptions({ game }),
    enabled: isSeen,
    staleTime: HISTORY_BUCKET_MS,
    refetchInterval: HISTORY_BUCKET_MS,
  });
  useEffect(() => {
    if (board.error !== null) console.warn(MESSAGES.statusFailed, board.error.message);
  }, [board.error]);
  return {
    rows: board.data,
    // What the page came with is no answer [STATUS-07].
    isFailed: board.isError && board.dataUpdatedAt === 0,
    isRetrying: board.isFetching,
    retry: () => void board.refetch(),
    readAt: board.dataUpdatedAt,
    historyOf: (key: string) => history.data?.find((entry) => entry.key === key),
    isLive,
  };
};

const LiveMark = ({ isLive, readAt }: { isLive: boolean; readAt: number }) => {
  const now = useNow();
  const ageMs = readAt === 0 || now === null ? null : Math.max(0, now - readAt);
  const isOld = ageMs !== null && (ageMs > OLD_MS || !navigator.onLine);
  return (
    <span
      className="inline-flex items-center gap-2 text-sm text-muted"
      title={isLive ? SERVERS.isLive : SERVERS.isPolled}
    >
      <span
        aria-hidden
        className={
          isLive ? "hexagon size-2.5 animate-pulse bg-moss" : "hexagon size-2.5 bg-ground-500"
        }
      />
      {isLive && "Live"}
      {!isLive && isOld && SERVERS.readAgo(roughDuration(ageMs))}
      {/* On a phone it would need a line of its own, which goes again a moment later. */}
      {!isLive && !isOld && <span className="max-sm:sr-only">Connecting</span>}
    </span>
  );
};

type Order = { isMostFirst: boolean; isFullHidden: boolean };

const isFull = ({ state, players, maxPlayers }: ServerRow) =>
  state === "online" && players >= maxPlayers;

/** Servers that nobody can join have no players. */
const playersOf = ({ state, players }: ServerRow) => (state === "online" ? players : -1);

/** The rows as somebody wants them. */
const arranged = (rows: readonly ServerRow[], { isMostFirst, isFullHidden }: Order) => {
  const left = isFullHidden ? rows.filter((row) => !isFull(row)) : rows;
  return isMostFirst ? left.toSorted((a, b) => playersOf(b) - playersOf(a)) : left;
};

const Choice = ({
  name,
  isOn,
  onChange,
}: {
  name: string;
  isOn: boolean;
  onChange: () => void;
}) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onChange}
    className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-ground-600 px-3 text-sm font-semibold text-muted hover:border-ground-500 hover:text-ink aria-pressed:border-accent/70 aria-pressed:bg-ground-700 aria-pressed:text-accent-strong"
  >
    {isOn && <Check className="size-3.5" aria-hidden />}
    {name}
  </button>
);

type BoardProps = {
  game: string;
  isSeen: boolean;
  order: Order;
  onOrder: (order: Order) => void;
};

const Board = ({ game, isSeen, order, onOrder }: BoardProps) => {
  const { servers } = useSite();
  const name = useGameName()(game);
  const { rows, isFailed, isRetrying, retry, historyOf, isLive, readAt } = useBoard(game, isSeen);
  const online = rows?.filter((row) => row.state === "online") ?? [];
  const players = online.reduce((sum, row) => sum + row.players, 0);
  const expected = servers.filter((server) => server.game === game);
  const shown = rows && arranged(rows, order);
  const hidden = (rows?.length ?? 0) - (shown?.length ?? 0);

  if (!isFailed && (rows?.length === 0 || expected.length === 0))
    return (
      <div className="flex flex-col items-center gap-4 px-6 py-16 text-center">
        <RadioTower className="size-10 text-faint" aria-hidden />
        <p className="text-lg text-muted">{SERVERS.noneOfGame(name)}</p>
      </div>
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 md:justify-start border-b border-ground-700 px-4 py-3">
        <p className="text-sm text-muted tabular-nums">
          {isFailed ? (
            SERVERS.statusUnknown
          ) : rows === undefined ? (
            SERVERS.statusLoading
          ) : (
            <>
              <strong className="font-semibold text-ink">
                {online.length} of {rows.length}
              </strong>{" "}
              online · <strong className="font-semibold text-ink">{players}</strong> playing
            </>
          )}
        </p>
        <LiveMark isLive={isLive} readAt={readAt} />
        {expected.length > 1 && (
          <div className="flex w-full flex-wrap gap-2 md:ml-auto md:w-auto">
            <Choice
              name={SERVERS.mostFirst}
              isOn={order.isMostFirst}
              onChange={() => onOrder({ ...order, isMostFirst: !order.isMostFirst })}
            />
            <Choice
              name={SERVERS.hideFull}
              isOn={order.isFullHidden}
              onChange={() => onOrder({ ...order, isFullHidden: !order.isFullHidden })}
            />
          </div>
        )}
      </div>
      <StatusTable
        caption={SERVERS.statusOf(name)}
        rows={isFailed ? [] : shown}
        expected={expected}
        historyOf={historyOf}
      />
      {hidden > 0 && (
        <output className="block border-t border-ground-700 px-4 py-3 text-sm text-muted">
          {hidden === rows?.length ? SERVERS.allFull : SERVERS.fullHidden(hidden)}
        </output>
      )}
      {isFailed && (
        <div className="flex flex-col items-center gap-4 px-6 py-12 text-center">
          <p className="text-lg text-muted" role="alert">
            {SERVERS.statusOfFailed(name)}
          </p>
          <Button variant="outline" isBusy={isRetrying} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
};

type ServerStatusProps = {
  game: string;
  onGame: (game: string) => void;
};

/** The status section of the home page: a tab for each game, a table in each tab. */
export const ServerStatus = ({ game, onGame }: ServerStatusProps) => {
  const site = useSite();
  const games = statusGames(site);
  const section = useRef<HTMLElement>(null);
  const panels = useRef<HTMLDivElement>(null);
  const isSeen = useInView(section);
  const [order, setOrder] = useState<Order>({ isMostFirst: false, isFullHidden: false });
  const { servers } = useStartQueries();
  const { data: summary } = useQuery({ ...servers.summary.queryOptions(), enabled: isSeen });
  const id = useId();
  // The tab is marked at once, and its table drawn in slices: the page answers to the tap meanwhile.
  const shown = useDeferredValue(game);
  return (
    <section
      ref={section}
      id="ServerStatusDisplay"
      aria-labelledby="server-status-title"
      className="shell mt-20 pb-20 md:mt-28 md:pb-28"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <SectionHeading id="server-status-title" {...site.home.status} />
        {site.links.steamFavorites !== undefined && (
          <a
            href={site.links.steamFavorites}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent underline-offset-4 hover:text-accent-strong hover:underline"
          >
            {SERVERS.steamFavorites}
            <ExternalLink className="size-4" aria-hidden />
          </a>
        )}
      </div>
      <Tabs
        idPrefix={id}
        value={game}
        onValueChange={(value) => {
          if (value === game) return;
          if (panels.current !== null) holdHeight(panels.current);
          onGame(value);
        }}
        className="mt-3 md:mt-8"
      >
        <TabsList aria-label="Game">
          {games.map(({ key, name }) => (
            <TabsTrigger key={key} value={key} aria-describedby={`${id}${key}`}>
              <GameIcon game={key} className="size-5" />
              {name}
              <span aria-hidden className="min-w-[3ch] text-left text-faint tabular-nums">
                {summary?.games[key]}
              </span>
              <span hidden id={`${id}${key}`}>
                {summary === undefined ? null : SERVERS.playing(summary.games[key] ?? 0)}
              </span>
            </TabsTrigger>
          ))}
        </TabsList>
        <noscript>
          <p className="mt-4 text-muted">{SERVERS.needsScript}</p>
        </noscript>
        <div ref={panels} className="mt-4">
          <Tabs idPrefix={id} value={shown} onValueChange={onGame}>
            {games.map(({ key }) => (
              <TabsContent key={key} value={key} className="panel overflow-hidden">
                <Board game={key} isSeen={isSeen} order={order} onOrder={setOrder} />
              </TabsContent>
            ))}
          </Tabs>
        </div>
      </Tabs>
    </section>
  );
};
