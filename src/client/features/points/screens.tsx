import { Link } from "@tanstack/react-router";
import { ArrowLeft, CalendarHeart, Download, Moon, Vote } from "lucide-react";
import {
  DayFilter,
  FilterBar,
  PeriodFilter,
  SelectFilter,
} from "#client/components/filter-bar.tsx";
import { ListScreen, ScreenHeading } from "#client/components/list-screen.tsx";
import { PointsText } from "#client/components/marks.tsx";
import { ServersLink } from "#client/components/page.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { clearedSearch, isNarrowed, itemsOf } from "#client/lib/lists.ts";
import { FRESH_PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { type StatementSearch, statementSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import {
  ENTRY_KIND_NAMES,
  NO_POINTS,
  POINTS,
  STATEMENT,
  STATEMENT_FILTERS,
} from "#shared/points-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { earningGames, rowsOf } from "#shared/rules/points.ts";
import { type StatementFilter, statementFilter } from "#shared/schemas/points.ts";
import {
  EntryRow,
  EntrySkeletons,
  type Owner,
  PlayedRow,
  statementInputOf,
  useDownload,
  useEntries,
  useOwner,
} from "./entry-row.tsx";

const { from: day } = statementFilter.shape;

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
export const filterOf = ({ user, kind, from, to }: StatementSearch): StatementFilter => ({
  userId: user === "" ? undefined : user,
  kind: ENTRY_KINDS.find((known) => known === kind),
  from: day.safeParse(from).data,
  to: day.safeParse(to).data,
});

/** Whether a statement shows less than everything. */
export const isFiltered = ({ kind, from, to }: StatementFilter): boolean =>
  isNarrowed({ kind, from, to });

const dayFormat = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const dayText = (written: string | undefined) => written && dayFormat(new Date(written));

type StatementFiltersProps = {
  filter: StatementFilter;
  onSearch: (change: Partial<StatementSearch>) => void;
};

/** Narrows a statement by kind and by days. */
const StatementFilters = ({ filter: { kind, from, to }, onSearch }: StatementFiltersProps) => {
  const { timezone } = useSite();
  const look = { title: STATEMENT_FILTERS.timezone(timezone), className: "@3xl:w-36" };
  const chip = (label: string, value: string | undefined, off: Partial<StatementSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="Kind"
          value={kind}
          all="Everything"
          options={ENTRY_KINDS}
          names={ENTRY_KIND_NAMES}
          onChange={(next) => onSearch({ kind: next })}
        />
      }
      narrowing={[from, to]}
      chips={[
        chip("Kind", kind && ENTRY_KIND_NAMES[kind], { kind: undefined }),
        chip("From", dayText(from), { from: undefined }),
        chip("To", dayText(to), { to: undefined }),
      ].flat()}
    >
      <PeriodFilter
        className="col-span-full @3xl:w-36"
        from={from}
        to={to}
        timeZone={timezone}
        onChange={onSearch}
      />
      <DayFilter
        {...look}
        label="From"
        value={from}
        max={to}
        onChange={(next) => onSearch({ from: next })}
      />
      <DayFilter
        {...look}
        label="To"
        value={to}
        min={from}
        onChange={(next) => onSearch({ to: next })}
      />
    </FilterBar>
  );
};

/** How one comes by points. */
const useWays = () => {
  const { brand, games, tiers, votesEarn } = useSite();
  const places = earningGames(games).map(({ name }) => name);
  const earned = tiers.map((tier) => tier.quarterHourPoints).filter((points) => points > 0);
  const { vote, play, subscribe } = NO_POINTS;
  const range = [Math.min(...earned), Math.max(...earned)] as const;
  return [
    ...(votesEarn ? [{ icon: Vote, ...vote }] : []),
    ...(earned.length > 0
      ? [{ icon: Moon, title: play.title, text: play.text(range, brand.currency, places) }]
      : []),
    ...(tiers.some(({ monthlyPoints }) => monthlyPoints > 0)
      ? [{ icon: CalendarHeart, ...subscribe }]
      : []),
  ];
};

/** A statement without any line: says how points are earned. */
const NoPoints = ({ isOwn }: { isOwn: boolean }) => {
  const ways = useWays();
  if (!isOwn) return <EmptyPanel title={NO_POINTS.title} text={NO_POINTS.ofOther} />;
  return (
    <div className="panel p-5 sm:p-8">
      <h2 className="headline text-3xl md:text-4xl">{NO_POINTS.title}</h2>
      <p className="mt-3 max-w-[58ch] text-pretty text-muted">{NO_POINTS.text}</p>
      <ul className="mt-6 grid gap-5 md:grid-cols-3">
        {ways.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <h3 className="flex items-center gap-2.5 font-display text-2xl font-bold tracking-wide display-case">
              <Icon className="size-5 text-accent" aria-hidden />
              {title}
            </h3>
            <p className="mt-1.5 text-[0.95rem] leading-relaxed text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/member/accountsettings" search={{ tab: "Accounts" }}>
            {NO_POINTS.link}
          </Link>
        </Button>
        <Button asChild variant="outline">
          <ServersLink />
        </Button>
      </div>
    </div>
  );
};

const Balance = ({ isOwn, name, points }: Owner) => (
  <p className="flex min-w-0 items-baseline gap-x-2">
    <span className={cn("truncate text-sm text-muted", isOwn && "max-sm:sr-only")}>
      {isOwn ? STATEMENT.youHave : STATEMENT.has(name)}
    </span>
    <span className="flex h-9 shrink-0 items-center font-display text-2xl leading-none font-extrabold tracking-wide sm:text-3xl">
      {points === undefined ? (
        <Skeleton className="h-7 w-32" />
      ) : (
        <output>
          <PointsText points={points} />
        </output>
      )}
    </span>
  </p>
);

type StatementPageProps = SearchProps<StatementSearch>;

/** Where points came from and where they went: one's own, and for the team anybody's [POINTS-10]. */
const StatementPage = ({ search, onSearch }: StatementPageProps) => {
  const { timezone } = useSite();
  const filter = filterOf(search);
  const seesMembers = useMay("members");
  const list = useEntries(filter);
  const owner = useOwner(filter.userId, list.isError);
  const { isBusy, download } = useDownload(filter);
  const entries = itemsOf(list.data);
  const clear = () => onSearch({ ...clearedSearch(statementSearch), user: search.user });
  /** Whoever has no line at all has nothing to narrow. */
  const isEmpty =
    entries?.length === 0 && !list.hasNextPage && !isFiltered(filter) && !list.isPlaceholderData;
  const isUnknown = list.isError && codeOf(list.error) === "not_found";

  const title = {
    eyebrow: owner.isOwn ? STATEMENT.ownEyebrow : STATEMENT.eyebrow,
    title: STATEMENT.title,
  };

  return (
    <>
      {!owner.isOwn && seesMembers && (
        <Link
          to="/member/admin/users"
          className="mb-1 inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-accent-strong"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {STATEMENT.allUsers}
        </Link>
      )}
      {isUnknown ? (
        <>
          <ScreenHeading {...title} />
          <div className="mt-4 flex flex-col items-start gap-4">
            <Alert className="w-full">{POINTS.unknownMember}</Alert>
            <Button asChild variant="outline">
              <Link to="/member/points">{STATEMENT.seeOwn}</Link>
            </Button>
          </div>
        </>
      ) : (
        <ListScreen
          {...title}
          label={STATEMENT.label}
          actions={
            !(list.isError && owner.points === undefined) && (
              <div className="flex min-w-0 flex-1 items-center justify-end gap-3 sm:gap-6">
                <Balance {...owner} />
                <Button
                  variant="outline"
                  size="sm"
                  className="shrink-0 max-md:h-11 max-sm:w-11"
                  title={STATEMENT.download}
                  isBusy={isBusy}
                  disabled={entries === undefined || entries.length === 0}
                  onClick={download}
                >
                  {!isBusy && <Download aria-hidden />}
                  <span className="max-sm:sr-only">{STATEMENT.download}</span>
                </Button>
              </div>
            )
          }
          filters={!isEmpty && <StatementFilters filter={filter} onSearch={onSearch} />}
          list={list}
          items={entries && rowsOf(entries, timezone)}
          counted={["line", "lines"]}
          failure={POINTS.loadFailed}
          skeletons={<EntrySkeletons />}
          noMatch={isEmpty ? null : { ...STATEMENT.noMatch, onClear: clear }}
          empty={<NoPoints isOwn={owner.isOwn} />}
        >
          {({ id, day, entries: [entry, ...others] }) =>
            day === null || others.length === 0 ? (
              <EntryRow key={id} entry={entry} />
            ) : (
              <PlayedRow key={id} day={day} entries={[entry, ...others]} />
            )
          }
        </ListScreen>
      )}
    </>
  );
};

// Another person's statement begins anew.
export const Statement = withSearch<StatementSearch>((props) => (
  <StatementPage key={props.search.user} {...props} />
));

export const loadStatement: ScreenLoader<StatementSearch> = ({ queries, search }) => {
  const input = statementInputOf(filterOf(search));
  void queries.points.statement.prefetchInfinite(input, FRESH_PAGES);
};
