import { Link, useLocation, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { Check, Link2 } from "lucide-react";
import { type ReactNode, use, useRef } from "react";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { NextLine, Occurrences, useUpcoming } from "#client/components/occurrences.tsx";
import { Page } from "#client/components/page.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Sheet, SheetClose, SheetContent, SheetTitle } from "#client/components/ui/dialog.tsx";
import { useCopy } from "#client/lib/clipboard.ts";
import { MarksPage } from "#client/lib/page-marks.ts";
import { serverOf, statusGames, useSite } from "#client/lib/site.ts";
import { useNow } from "#client/lib/time.ts";
import { CALENDAR_SCREEN } from "#shared/calendar-messages.ts";
import { SERVERS } from "#shared/messages.ts";
import { gameOf, hasAnchor, smallAddress } from "#shared/rules/community.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Occurrence } from "#shared/schemas/calendar.ts";
import type { ServerRow } from "#shared/schemas/servers.ts";
import { SERVER } from "#shared/server-messages.ts";
import { Address, GameInfo } from "./game-info.tsx";
import { PastChart } from "./past-chart.tsx";
import { StateDetail, StateMark } from "./status-table.tsx";
import { OverHome, useBoard } from "./status.tsx";

const clock = dateFormat({ timeStyle: "medium" });

/** "TheIsland_WP" as people write it. */
const mapText = (map: string) =>
  map
    .replace(/_(?:WP|P)$/, "")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, " ");

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="rounded-lg border border-ground-700 bg-ground-950/50 p-3 last:odd:col-span-2">
    <dt className="text-sm text-faint">{name}</dt>
    <dd className="mt-0.5 font-semibold wrap-anywhere">{children}</dd>
  </div>
);

type NowProps = { row: ServerRow; uptime: number | null; next: Occurrence | undefined };

const Now = ({ row, uptime, next }: NowProps) => {
  const now = useNow();
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <StateMark state={row.state} />
        <span className="text-sm text-faint">
          <StateDetail state={row.state} since={row.since} uptime={uptime} now={now} />
        </span>
      </div>
      <NextLine item={next} />
      <div className="mt-3">
        <Address row={row} />
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-2">
        <Fact name={row.state === "online" ? SERVER.playersNow : SERVERS.lastKnown}>
          <span className="tabular-nums">
            {row.maxPlayers === 0 ? "–" : `${row.players} / ${row.maxPlayers}`}
          </span>
        </Fact>
        <Fact name="Version">{row.version || "–"}</Fact>
        {row.map !== "" && <Fact name="Map">{mapText(row.map)}</Fact>}
        <Fact name="Last checked">
          {/* Until then it would be told in the time zone of the site's machine. */}
          {now === null || row.checkedAt === null ? "–" : clock(new Date(row.checkedAt))}
        </Fact>
      </dl>
    </>
  );
};

/** So many are shown of what comes; the calendar shows the rest. */
const COMING_MAX = 3;

const ComingUp = ({ serverKey, items }: { serverKey: string; items: readonly Occurrence[] }) => (
  <section aria-labelledby="coming-title">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 id="coming-title" className="font-display text-2xl font-extrabold">
        {CALENDAR_SCREEN.onServer}
      </h2>
      <Button asChild variant="ghost" size="sm">
        <Link to="/calendar" search={{ server: serverKey }}>
          {CALENDAR_SCREEN.whole}
        </Link>
      </Button>
    </div>
    <Occurrences
      label={CALENDAR_SCREEN.onServer}
      items={items.slice(0, COMING_MAX)}
      showsServers={false}
    />
  </section>
);

const Details = ({ serverKey, game }: { serverKey: string; game: string }) => {
  const { rows, isFailed, isRetrying, retry, historyOf } = useBoard(game, true);
  const row = rows?.find(({ key }) => key === serverKey);
  const { data: upcoming = [] } = useUpcoming(serverKey);
  return (
    <div className="grid gap-8 *:min-w-0">
      <section aria-label={SERVER.details} aria-busy={row === undefined && !isFailed}>
        {row !== undefined ? (
          <Now row={row} uptime={historyOf(serverKey)?.uptime ?? null} next={upcoming[0]} />
        ) : isFailed ? (
          <LoadFailed message={SERVER.rowFailed} isRetrying={isRetrying} onRetry={retry} />
        ) : (
          <Skeleton className="h-[23.25rem] w-full" />
        )}
      </section>
      <PastChart key={serverKey} serverKey={serverKey} />
      <section aria-labelledby="rates-title">
        <h2 id="rates-title" className="font-display text-2xl font-extrabold">
          Rates
        </h2>
        <div className="mt-3">
          <GameInfo game={gameOf(useSite().games, game)} />
        </div>
      </section>
      {/* The last of all, so that nothing moves when it is there. */}
      {upcoming.length > 0 && <ComingUp serverKey={serverKey} items={upcoming} />}
    </div>
  );
};

/** The name of the game, beside its picture where the community has one, else beside its sign. */
const GameLine = ({ game }: { game: string }) => {
  const { name, picture } = gameOf(useSite().games, game);
  return (
    <p className="eyebrow flex items-center gap-3">
      {picture === undefined ? (
        <GameIcon game={game} className="size-5" />
      ) : (
        <img
          src={smallAddress(picture)}
          alt=""
          width={64}
          height={40}
          decoding="async"
          className="aspect-[16/10] w-16 shrink-0 rounded-md border border-ground-600 bg-ground-800 object-cover"
        />
      )}
      {name}
    </p>
  );
};

const ShareButton = ({ serverKey }: { serverKey: string }) => {
  const { publicUrl } = useSite();
  const { isCopied, copy } = useCopy(`${publicUrl}/servers/${serverKey}`, "link");
  const Icon = isCopied ? Check : Link2;
  return (
    <Button variant="ghost" size="sm" onClick={copy}>
      <Icon aria-hidden />
      {SERVER.share}
    </Button>
  );
};

/** All that can be known of a server: a sheet over the home page, or a page of its own. */
export const ServerScreen = () => {
  const { serverKey } = useParams({ strict: false });
  const site = useSite();
  const server = serverOf(site, serverKey);
  const isSheet = use(OverHome);
  const isFromHome = useLocation().state.isSheet === true;
  const { history } = useRouter();
  const navigate = useNavigate();
  const isClosed = useRef(false);
  if (server === null) return null;
  const { key, game, name } = server;
  const status = game === statusGames(site)[0]?.key ? undefined : game;

  if (!isSheet)
    return (
      <Page>
        <div className="shell max-w-3xl py-8 md:py-12">
          <GameLine game={game} />
          <h1 className="headline mt-2 text-5xl wrap-anywhere md:text-6xl">{name}</h1>
          <div className="mt-3 mb-6 flex flex-wrap gap-2">
            {hasAnchor(site, "ServerStatusDisplay") && (
              <Button asChild variant="outline" size="sm">
                <Link
                  to="/"
                  hash="ServerStatusDisplay"
                  search={{ status }}
                  state={{ isSheet: false }}
                  resetScroll={false}
                >
                  {SERVER.allServers(gameOf(site.games, game).name)}
                </Link>
              </Button>
            )}
            <ShareButton serverKey={key} />
          </div>
          <Details serverKey={key} game={game} />
        </div>
      </Page>
    );

  const close = () => {
    if (isClosed.current) return;
    isClosed.current = true;
    // Where the sheet was opened from the home page, that is one step back.
    if (isFromHome) history.back();
    else
      void navigate({
        to: "/",
        search: { status },
        state: { isSheet: true },
        replace: true,
        resetScroll: false,
      });
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && close()}>
      <SheetContent side="wide">
        <MarksPage mark="has-sheet" />
        <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-ground-700 bg-ground-900 p-4 sm:px-6">
          <div className="min-w-0">
            <GameLine game={game} />
            <SheetTitle className="headline mt-1 text-4xl wrap-anywhere">{name}</SheetTitle>
          </div>
          <SheetClose asChild>
            <Button variant="outline" size="sm">
              Close
            </Button>
          </SheetClose>
        </div>
        <div className="p-4 sm:p-6">
          <Details serverKey={key} game={game} />
          <div className="mt-6">
            <ShareButton serverKey={key} />
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
};
