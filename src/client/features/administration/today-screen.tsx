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
import { type ReactNode, useId, useState } from "react";
import { saveCsv } from "#client/components/csv-button.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSite } from "#client/lib/site.ts";
import { roughDuration, useNow } from "#client/lib/time.ts";
import { createPace } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, TODAY } from "#shared/admin-messages.ts";
import { TODAY_PERIODS, type TodayPeriod } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/csv.ts";
import { moneyText, numberText } from "#shared/rules/format.ts";
import type { Figure, Today } from "#shared/schemas/administration.ts";
import type { TodaySearch } from "./list-search.ts";
import { Change, Failed, FAILED_ID, POINTS_ID, PointsByKind } from "./today-sections.tsx";

/** The period that the address asks for; a month where it asks for none that there is. */
export const todayInputOf = ({ days }: TodaySearch): { days: TodayPeriod } => ({
  days: TODAY_PERIODS.find((known) => known === days) ?? 30,
});

type TileProps = {
  icon: LucideIcon;
  label: string;
  value: ReactNode;
  /** What it opens. */
  to: Pick<LinkProps, "to" | "search" | "hash">;
  /** Somebody should look at it. */
  isAlarming?: boolean;
  children: ReactNode;
};

/** A figure, which leads to its list. */
const Tile = ({ icon: Icon, label, value, to, isAlarming = false, children }: TileProps) => (
  <li className="min-w-0">
    <Link
      {...to}
      className="panel block h-full p-3.5 transition-colors hover:border-amber/60 hover:bg-night-800/60 sm:p-4"
    >
      <span className="flex items-center gap-2 text-sm font-semibold text-muted">
        <Icon
          aria-hidden
          className={cn("size-4 shrink-0", isAlarming ? "text-ember" : "text-amber")}
        />
        {label}
      </span>
      <span className="mt-1 block font-display text-3xl leading-tight font-extrabold tracking-wide text-bone tabular-nums sm:text-4xl">
        {value}
      </span>
      {children}
    </Link>
  </li>
);

const Hint = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm leading-snug text-muted">{children}</span>
);

const sumOf = (points: Today["points"], side: "in" | "out"): Figure => ({
  now: points.reduce((sum, row) => sum + row[side].now, 0),
  before: points.reduce((sum, row) => sum + row[side].before, 0),
});

const Sales = ({ sales }: Pick<Today, "sales">) =>
  sales.length === 0 ? (
    <Hint>{TODAY.noSales}</Hint>
  ) : (
    sales.map(({ currency, ...figure }, index) => (
      <span key={currency} className="block">
        {index > 0 && (
          <span className="mt-1 block font-display text-2xl leading-tight font-extrabold text-bone">
            {moneyText(figure.now, currency)}
          </span>
        )}
        <Change figure={figure} text={(amount) => moneyText(amount, currency)} />
      </span>
    ))
  );

const Tiles = ({ today, label }: { today: Today; label: string }) => {
  const { members, players, sales, points, tickets, flags, failed, from } = today;
  const hasShop = useSite().shop !== null;
  const nowMs = useNow();
  const live = trpc.servers.summary.useQuery(undefined, { staleTime: LOADED_FRESH_MS });
  const [first] = sales;
  const [gained, spent] = [sumOf(points, "in"), sumOf(points, "out")];
  const failures = failed.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul aria-label={label} className="mt-3 grid grid-cols-2 gap-2.5 lg:grid-cols-4 lg:gap-3">
      <Tile
        icon={UserPlus}
        label={TODAY.members}
        value={numberText(members.now)}
        to={{ to: "/member/admin/users", search: { from } }}
      >
        <Change figure={members} />
      </Tile>
      <Tile
        icon={UsersRound}
        label={TODAY.players}
        value={numberText(live.data?.players ?? players.now)}
        to={{ to: "/", hash: "ServerListDisplay" }}
      >
        <Hint>
          {TODAY.peak}: {numberText(players.peak.now)}
        </Hint>
        <Change figure={players.peak} />
      </Tile>
      {hasShop && (
        <Tile
          icon={ReceiptText}
          label={TODAY.sales}
          value={first === undefined ? "0" : moneyText(first.now, first.currency)}
          to={{ to: "/member/admin/orders", search: { from } }}
        >
          <Sales sales={sales} />
        </Tile>
      )}
      <Tile
        icon={Coins}
        label={TODAY.pointsIn}
        value={numberText(gained.now)}
        to={{ to: ".", hash: POINTS_ID, search: true }}
      >
        <Change figure={gained} isNeutral />
      </Tile>
      <Tile
        icon={Coins}
        label={TODAY.pointsOut}
        value={numberText(spent.now)}
        to={{ to: ".", hash: POINTS_ID, search: true }}
      >
        <Change figure={spent} isNeutral />
      </Tile>
      <Tile
        icon={Ticket}
        label={TODAY.tickets}
        value={numberText(tickets.open)}
        to={{ to: "/member/tickets/open-tickets" }}
      >
        <Hint>
          {tickets.oldestAt === null
            ? TODAY.noTickets
            : nowMs !== null && TODAY.oldest(roughDuration(nowMs - Date.parse(tickets.oldestAt)))}
        </Hint>
      </Tile>
      {hasShop && (
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
      <Tile
        icon={TriangleAlert}
        label={TODAY.failed}
        value={numberText(failures)}
        isAlarming={failures > 0}
        to={{ to: ".", hash: FAILED_ID, search: true }}
      >
        <Hint>{failures === 0 ? TODAY.allWorks : TODAY.lookAtFailed}</Hint>
      </Tile>
    </ul>
  );
};

type PeriodsProps = { days: TodayPeriod; onChoose: (days: TodayPeriod) => void };

const Periods = ({ days, onChoose }: PeriodsProps) => {
  const group = useId();
  return (
    <fieldset className="flex rounded-lg border border-night-500 p-0.5">
      <legend className="sr-only">{TODAY.period}</legend>
      {TODAY_PERIODS.map((known) => (
        <label
          key={known}
          className="relative grid h-9 cursor-pointer place-items-center rounded-md px-2 text-sm font-semibold text-muted transition-colors select-none has-checked:bg-amber has-checked:text-night-950 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-amber-strong max-md:h-11 sm:px-3.5"
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

/** All figures as lines: what it is, now, and before. */
const csvLinesOf = ({ members, players, sales, points, tickets, flags, failed }: Today) => [
  [TODAY.members, members.now, members.before],
  [TODAY.players, players.now, ""],
  [TODAY.peak, players.peak.now, players.peak.before],
  ...sales.map(({ currency, now, before }) => [`${TODAY.sales} (${currency})`, now, before]),
  ...points.flatMap(({ kind, ...sides }) => [
    [`${TODAY.pointsIn}: ${ENTRY_KIND_NAMES[kind]}`, sides.in.now, sides.in.before],
    [`${TODAY.pointsOut}: ${ENTRY_KIND_NAMES[kind]}`, sides.out.now, sides.out.before],
  ]),
  [TODAY.tickets, tickets.open, ""],
  [TODAY.flags, flags, ""],
  [TODAY.failed, failed.reduce((sum, { count }) => sum + count, 0), ""],
];

const CHANGES: ReadonlySet<string> = new Set([
  "hello",
  "resync",
  "member.changed",
  "orders.changed",
  "ticket.changed",
]);

/** Asks again for the figures when something happens that they count. */
const useTodayLive = () => {
  const { administration } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  useFeedEvent(({ type }) => {
    if (CHANGES.has(type)) void pace("today", () => administration.today.invalidate());
  });
};

const Skeletons = () => (
  <div aria-busy className="mt-3 grid grid-cols-2 gap-2.5 lg:grid-cols-4 lg:gap-3">
    {Array.from({ length: 8 }, (_, tile) => (
      <Skeleton key={tile} className="h-28 rounded-[14px]" />
    ))}
  </div>
);

/** How the community is: figures of the last days against those before, each leading to its list. */
export const TodayScreen = ({ search, onSearch }: SearchProps<TodaySearch>) => {
  const { days } = todayInputOf(search);
  useTodayLive();
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
    const head = [TODAY.figure, TODAY.lastDays(days), TODAY.daysBefore(days)];
    saveCsv(
      `today-${days}-days`,
      [BYTE_ORDER_MARK, ...[head, ...csvLinesOf(data)].map(csvLine)].join(""),
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
              disabled={data === undefined}
              onClick={save}
            >
              CSV
            </Button>
          </div>
        }
      />
      {data !== undefined ? (
        <div className={cn("transition-opacity", isPlaceholderData && "opacity-60")}>
          <Tiles today={data} label={TODAY.lastDays(days)} />
          <p className="mt-2.5 text-sm text-pretty text-muted">{TODAY.compared(days)}</p>
          <div className="mt-3 grid items-start gap-3 lg:grid-cols-2">
            <PointsByKind {...data} />
            <Failed {...data} />
          </div>
        </div>
      ) : isError ? (
        <LoadFailed
          message={TODAY.loadFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeletons />
      )}
    </>
  );
};
