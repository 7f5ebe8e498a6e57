import { Link, type LinkProps } from "@tanstack/react-router";
import {
  Coins,
  Flag,
  type LucideIcon,
  ReceiptText,
  Ticket,
  TriangleAlert,
  UserPlus,
  UsersRound,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { saveCsv } from "#client/components/list-tools.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import type { TodaySearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useSite } from "#client/lib/site.ts";
import { roughDuration, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, TODAY } from "#shared/admin-messages.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { TODAY_PERIODS, type TodayPeriod } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { serversAnchor } from "#shared/rules/community.ts";
import { moneyText, numberText } from "#shared/rules/format.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/lines.ts";
import type { Figure, Today } from "#shared/schemas/administration.ts";
import {
  Change,
  DayCharts,
  DayChartsSkeleton,
  Failed,
  FAILED_ID,
  POINTS_ID,
  PointsByKind,
  type Sees,
  tileCount,
  useSees,
} from "./today-sections.tsx";

/** What came in or went out, of all kinds. */
const sumOf = (points: Today["points"], side: "in" | "out"): Figure => ({
  now: points.reduce((sum, row) => sum + row[side].now, 0),
  before: points.reduce((sum, row) => sum + row[side].before, 0),
});

/** A figure, what it was before, and what each day came to where that is told. */
const line = (name: string, { now, before }: Figure, days: readonly number[] = []) => [
  name,
  now,
  before,
  ...days,
];

const pointLines = ({ points, days }: Today, side: "in" | "out") => {
  const name = side === "in" ? TODAY.pointsIn : TODAY.pointsOut;
  return [
    line(
      name,
      sumOf(points, side),
      days.map((day) => day[side]),
    ),
    ...points.map((row) => line(`${name}: ${ENTRY_KIND_NAMES[row.kind]}`, row[side])),
  ];
};

/** All figures that one may see, as lines. */
const linesOf = (today: Today, sees: Sees) => {
  const { members, players, sales, tickets, flags, failed, days } = today;
  const each = (valueOf: (day: Today["days"][number]) => number) => days.map(valueOf);
  const membersLine = line(
    TODAY.members,
    members,
    each((day) => day.members),
  );
  return [
    ...(sees.members ? [membersLine] : []),
    [TODAY.players, players.now, ""],
    line(
      TODAY.peak,
      players.peak,
      each(({ peak }) => peak),
    ),
    ...sales.map(({ currency, ...figure }, index) =>
      line(
        TODAY.salesIn(currency),
        figure,
        each((day) => day.sales[index] ?? 0),
      ),
    ),
    ...(sees.points ? [...pointLines(today, "in"), ...pointLines(today, "out")] : []),
    ...(sees.tickets ? [[TODAY.tickets, tickets.waiting, ""]] : []),
    ...(sees.shop ? [[TODAY.flags, flags, ""]] : []),
    ...(sees.failed ? [[TODAY.failed, failed.reduce((sum, { count }) => sum + count, 0), ""]] : []),
  ];
};

/** The period that the address asks for; a month where it asks for none that there is. */
const todayInputOf = ({ days }: TodaySearch): { days: TodayPeriod } => ({
  days: TODAY_PERIODS.find((known) => known === days) ?? 30,
});

type TileProps = {
  icon: LucideIcon;
  label: string;
  value: ReactNode;
  /** What it opens; null where there is nothing to open. */
  to: Pick<LinkProps, "to" | "search" | "hash"> | null;
  /** Somebody should look at it. */
  isAlarming?: boolean;
  children: ReactNode;
};

const TILE = "p-3.5 sm:p-4";
const VALUE =
  "mt-1 block font-display text-3xl leading-tight font-extrabold tracking-wide text-ink tabular-nums sm:text-4xl";

/** A figure, which leads to its list. */
const Tile = ({ icon: Icon, label, value, to, isAlarming = false, children }: TileProps) => {
  const content = (
    <>
      <span className="flex items-center gap-2 text-sm font-semibold text-muted">
        <Icon
          aria-hidden
          className={cn("size-4 shrink-0", isAlarming ? "text-ember" : "text-accent")}
        />
        {label}
      </span>
      <span className={VALUE}>{value}</span>
      {children}
    </>
  );
  const look = cn("panel block h-full", TILE);
  return (
    <li className="min-w-0">
      {to === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link
          {...to}
          className={cn(look, "transition-colors hover:border-accent/60 hover:bg-ground-800/60")}
        >
          {content}
        </Link>
      )}
    </li>
  );
};

const Hint = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm leading-snug text-muted">{children}</span>
);

const Sales = ({ sales }: Pick<Today, "sales">) =>
  sales.length === 0 ? (
    <Hint>{TODAY.noSales}</Hint>
  ) : (
    sales.map(({ currency, ...figure }, index) => (
      <span key={currency} className="block">
        {index > 0 && (
          <span className="mt-1 block font-display text-2xl leading-tight font-extrabold text-ink">
            {moneyText(figure.now, currency)}
          </span>
        )}
        <Change figure={figure} text={(amount) => moneyText(amount, currency)} />
      </span>
    ))
  );

const TILES = "mt-3 grid grid-cols-2 gap-2.5 lg:grid-cols-4 lg:gap-3";

const Tiles = ({ today, label }: { today: Today; label: string }) => {
  const { members, players, sales, points, tickets, flags, failed, from } = today;
  const sees = useSees();
  const nowMs = useNow();
  const list = serversAnchor(useSite());
  const live = trpc.servers.summary.useQuery(undefined, { staleTime: LOADED_FRESH_MS });
  const [first] = sales;
  const [gained, spent] = [sumOf(points, "in"), sumOf(points, "out")];
  const failures = failed.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul aria-label={label} className={TILES}>
      {sees.members && (
        <Tile
          icon={UserPlus}
          label={TODAY.members}
          value={numberText(members.now)}
          to={{ to: "/member/admin/users", search: { from } }}
        >
          <Change figure={members} />
        </Tile>
      )}
      <Tile
        icon={UsersRound}
        label={TODAY.players}
        value={numberText(live.data?.players ?? players.now)}
        to={list === null ? null : { to: "/", hash: list }}
      >
        <Hint>
          {TODAY.peak}: {numberText(players.peak.now)}
        </Hint>
        <Change figure={players.peak} />
      </Tile>
      {sees.shop && (
        <Tile
          icon={ReceiptText}
          label={TODAY.sales}
          value={first === undefined ? "0" : moneyText(first.now, first.currency)}
          to={{ to: "/member/admin/orders", search: { from } }}
        >
          <Sales sales={sales} />
        </Tile>
      )}
      {sees.points && (
        <Tile
          icon={Coins}
          label={TODAY.pointsIn}
          value={numberText(gained.now)}
          to={{ to: ".", hash: POINTS_ID, search: true }}
        >
          <Change figure={gained} isNeutral />
        </Tile>
      )}
      {sees.points && (
        <Tile
          icon={Coins}
          label={TODAY.pointsOut}
          value={numberText(spent.now)}
          to={{ to: ".", hash: POINTS_ID, search: true }}
        >
          <Change figure={spent} isNeutral />
        </Tile>
      )}
      {sees.tickets && (
        <Tile
          icon={Ticket}
          label={TODAY.tickets}
          value={numberText(tickets.waiting)}
          to={{ to: "/member/tickets/open-tickets", search: { waiting: true } }}
        >
          <Hint>
            {tickets.oldestAt === null
              ? TODAY.noTickets
              : nowMs !== null && TODAY.oldest(roughDuration(nowMs - Date.parse(tickets.oldestAt)))}
          </Hint>
        </Tile>
      )}
      {sees.shop && (
        <Tile
          icon={Flag}
          label={TODAY.flags}
          value={numberText(flags)}
          isAlarming={flags > 0}
          to={{ to: "/member/admin/orders" }}
        >
          <Hint>{flags === 0 ? TODAY.noFlags : TODAY.lookAtFlags}</Hint>
        </Tile>
      )}
      {sees.failed && (
        <Tile
          icon={TriangleAlert}
          label={TODAY.failed}
          value={numberText(failures)}
          isAlarming={failures > 0}
          to={{ to: ".", hash: FAILED_ID, search: true }}
        >
          <Hint>{failures === 0 ? TODAY.allWorks : TODAY.lookAtFailed}</Hint>
        </Tile>
      )}
    </ul>
  );
};

type PeriodsProps = { days: TodayPeriod; onChoose: (days: TodayPeriod) => void };

const Periods = ({ days, onChoose }: PeriodsProps) => {
  const group = useId();
  return (
    <fieldset className="flex rounded-lg border border-ground-500 p-0.5">
      <legend className="sr-only">{TODAY.period}</legend>
      {TODAY_PERIODS.map((known) => (
        <label
          key={known}
          className="relative grid h-9 cursor-pointer place-items-center rounded-md px-2 text-sm font-semibold text-muted transition-colors select-none has-checked:bg-accent has-checked:text-ground-950 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong max-md:h-11 sm:px-3.5"
        >
          <input
            type="radio"
            name={group}
            aria-label={TODAY.days(known)}
            className="sr-only"
            checked={known === days}
            onChange={() => onChoose(known)}
          />
          {TODAY.days(known)}
        </label>
      ))}
    </fieldset>
  );
};

/** As high as the tiles are: that of the players tells two things about its figure. */
const TilesSkeleton = ({ sees }: { sees: Sees }) => (
  <div aria-busy className={TILES}>
    {Array.from({ length: tileCount(sees) }, (_, tile) => (
      <Skeleton key={tile} className={cn("rounded-[14px] border border-transparent", TILE)}>
        <span className="block text-sm">&nbsp;</span>
        <span className={VALUE}>&nbsp;</span>
        <Hint>&nbsp;</Hint>
        {tile === (sees.members ? 1 : 0) && <Hint>&nbsp;</Hint>}
      </Skeleton>
    ))}
  </div>
);

/** How the community is: figures of the last days against those before, each leading to its list. */
const TodayScreen = ({ search, onSearch }: SearchProps<TodaySearch>) => {
  const { days } = todayInputOf(search);
  const sees = useSees();
  const { data, isError, isFetching, isPlaceholderData, refetch } =
    trpc.administration.today.useQuery(
      { days },
      {
        staleTime: LOADED_FRESH_MS,
        refetchInterval: MEMBER_POLL_MS,
        placeholderData: (before) => before,
      },
    );
  const save = () => {
    if (data === undefined) return;
    const shown = data.days.map(({ day }) => day);
    const head = [TODAY.figure, TODAY.lastDays(days), TODAY.daysBefore(days), ...shown];
    saveCsv(
      `today-${days}-days`,
      [BYTE_ORDER_MARK, ...[head, ...linesOf(data, sees)].map(csvLine)].join(""),
    );
  };
  return (
    <>
      <ScreenHeading
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TODAY.title}
        actions={
          <div className="flex items-center gap-2">
            <Periods days={days} onChoose={(next) => onSearch({ days: next })} />
            <Button
              variant="outline"
              size="sm"
              className="max-md:h-11"
              title={TODAY.csv}
              disabled={data === undefined || isPlaceholderData}
              onClick={save}
            >
              CSV
            </Button>
          </div>
        }
      />
      {isError && data === undefined ? (
        <LoadFailed
          message={TODAY.loadFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
          {data === undefined ? (
            <TilesSkeleton sees={sees} />
          ) : (
            <Tiles today={data} label={TODAY.lastDays(days)} />
          )}
          <p className="mt-2.5 text-sm text-pretty text-muted">{TODAY.compared(days)}</p>
          {data === undefined ? (
            <DayChartsSkeleton sees={sees} />
          ) : (
            <>
              <DayCharts {...data} sees={sees} />
              <div className="mt-3 grid items-start gap-3 lg:grid-cols-2">
                {sees.points && <PointsByKind {...data} />}
                {sees.failed && <Failed {...data} />}
              </div>
            </>
          )}
        </div>
      )}
    </>
  );
};

export const TodayFigures = withSearch(TodayScreen);

export const loadToday = forThose<TodaySearch>(PERMISSIONS, ({ queries, search }) => {
  void queries.administration.today.prefetch(todayInputOf(search), { ...ONCE, ...FRESH });
});
