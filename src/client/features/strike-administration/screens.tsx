import { Link } from "@tanstack/react-router";
import { Gavel } from "lucide-react";
import { useState } from "react";
import { FilterBar, SelectFilter } from "#client/components/filter-bar.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CsvButton, SortColumn, type Sorting, SortSelect } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  ColumnName,
  ColumnNames,
  OpeningRow,
  SkeletonRows,
} from "#client/components/paged-list.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { PersonFilter, useNames } from "#client/components/person-filter.tsx";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { LiftButton } from "#client/components/strikes/lift-dialog.tsx";
import {
  forbidsText,
  StrikeEnd,
  StrikeFacts,
  StrikeStateMark,
} from "#client/components/strikes/strike-facts.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { clearedSearch, idIn, isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import { type StrikeSearch, strikeSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { STRIKE_STATES } from "#shared/constants/strikes.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { LISTS } from "#shared/list-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { Strike, StrikeListInput } from "#shared/schemas/strikes.ts";
import { STRIKE_ADMIN, STRIKE_PARTS, STRIKE_STATE_NAMES } from "#shared/strike-screen-messages.ts";

const ROW =
  "relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm @3xl:grid-cols-[auto_minmax(0,1.2fr)_6.5rem_minmax(0,1fr)_6.5rem_10.5rem_10.5rem_1rem] @3xl:gap-x-4 @3xl:py-1";
const MARK = "hexagon grid h-7 w-[1.52rem] shrink-0 place-items-center";
const TIME = "whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right";

type StrikeSorting = Sorting<"issued" | "ends">;

/** What the columns of the list are called. */
const StrikeColumns = (sorting: StrikeSorting) => (
  <ColumnNames className={ROW}>
    <td className="w-[1.52rem]" />
    <ColumnName>{STRIKE_ADMIN.columns.member}</ColumnName>
    <ColumnName>{STRIKE_ADMIN.columns.rule}</ColumnName>
    <ColumnName>{STRIKE_ADMIN.columns.forbids}</ColumnName>
    <ColumnName>{STRIKE_ADMIN.columns.state}</ColumnName>
    <SortColumn {...sorting} name="issued" first="-issued" isOwn isRight>
      {STRIKE_PARTS.issued}
    </SortColumn>
    <SortColumn {...sorting} name="ends" first="ends" isRight>
      {STRIKE_PARTS.ends}
    </SortColumn>
  </ColumnNames>
);

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
const strikeInputOf = ({
  state,
  whom,
  who,
  rule,
}: StrikeSearch): Pick<StrikeListInput, "state" | "userId" | "issuerId" | "ruleId"> => ({
  state: STRIKE_STATES.find((known) => known === state),
  userId: idIn(whom),
  issuerId: idIn(who),
  ruleId: idIn(rule),
});

type FiltersProps = SearchProps<StrikeSearch> & {
  onClear: () => void;
  /** What somebody of an id is called. */
  nameOf: (id: string) => string;
  onWhom: (person: Person | null) => void;
  onWho: (person: Person | null) => void;
  sorting: StrikeSorting;
};

/** Narrows the strikes by how they stand, against whom, by whom and by rule. */
const StrikeFilters = ({
  search,
  onSearch,
  onClear,
  nameOf,
  onWhom,
  onWho,
  sorting,
}: FiltersProps) => {
  const input = strikeInputOf(search);
  const rules = trpc.strikes.rules.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const known = rules.data ?? [];
  const names = Object.fromEntries(known.map(({ id, number }) => [id, number]));
  const chip = (label: string, value: string | undefined, off: Partial<StrikeSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  const named = (id: string | undefined) => (id === undefined ? undefined : nameOf(id));
  const ruleName = input.ruleId && (names[input.ruleId] ?? input.ruleId);
  const isNarrow = Object.values(input).some((value) => value !== undefined);
  return (
    <FilterBar
      lead={
        <SelectFilter
          label={STRIKE_ADMIN.state}
          value={input.state}
          all={STRIKE_ADMIN.allStates}
          options={STRIKE_STATES}
          names={STRIKE_STATE_NAMES}
          onChange={(state) => onSearch({ state })}
        />
      }
      narrowing={[input.userId, input.issuerId, input.ruleId]}
      chips={[
        chip(STRIKE_ADMIN.state, input.state && STRIKE_STATE_NAMES[input.state], {
          state: undefined,
        }),
        chip(STRIKE_ADMIN.member, named(input.userId), { whom: undefined }),
        chip(STRIKE_ADMIN.issuer, named(input.issuerId), { who: undefined }),
        chip(STRIKE_ADMIN.byRule, ruleName, { rule: undefined }),
      ].flat()}
      clear={
        isNarrow && (
          <Button variant="ghost" className="col-span-full @3xl:px-3!" onClick={onClear}>
            {LISTS.clear}
          </Button>
        )
      }
    >
      <PersonFilter
        label={STRIKE_ADMIN.member}
        className="@3xl:w-36"
        chosen={named(input.userId) ?? null}
        onChoose={onWhom}
      />
      <PersonFilter
        label={STRIKE_ADMIN.issuer}
        className="@3xl:w-36"
        chosen={named(input.issuerId) ?? null}
        onChoose={onWho}
      />
      {known.length > 0 && (
        <SelectFilter
          label={STRIKE_ADMIN.byRule}
          className="@3xl:w-36"
          value={input.ruleId}
          all={STRIKE_ADMIN.allRules}
          options={known.map(({ id }) => id)}
          names={names}
          onChange={(rule) => onSearch({ rule })}
        />
      )}
      <SortSelect {...sorting} {...STRIKE_ADMIN.sorts} />
    </FilterBar>
  );
};

const Details = ({ strike }: { strike: Strike }) => {
  const seesMembers = useMay("members");
  return (
    <div className="@container space-y-3">
      <StrikeFacts strike={strike} />
      <div className="flex flex-wrap gap-2">
        {strike.state === "active" && <LiftButton strikeId={strike.id} />}
        {seesMembers && (
          <Button asChild variant="outline" size="sm" className="max-md:h-11">
            <Link to="/member/admin/users/$id" params={{ id: strike.member.id }}>
              {fullName(strike.member)}
            </Link>
          </Button>
        )}
      </div>
    </div>
  );
};

/** A strike: against whom, for which rule, what it forbids and how it stands; opened, all of it. */
const StrikeRow = ({ strike, isOpenAtFirst }: { strike: Strike; isOpenAtFirst: boolean }) => {
  const isOver = strike.state !== "active";
  return (
    <OpeningRow
      className={ROW}
      mark={
        <span
          aria-hidden
          className={cn(MARK, isOver ? "bg-ground-700 text-faint" : "bg-ember text-ground-950")}
        >
          <Gavel className="size-3.5" />
        </span>
      }
      name={`#${strike.id} ${fullName(strike.member)}`}
      nameProps={{ className: cn("[unicode-bidi:plaintext]", isOver && "text-muted") }}
      isOpenAtFirst={isOpenAtFirst}
      details={<Details strike={strike} />}
    >
      <span className="truncate text-muted @max-3xl:col-start-2">{strike.rule?.number}</span>
      <span className="truncate text-muted @max-3xl:col-start-2">{forbidsText(strike)}</span>
      <span className="@max-3xl:col-start-2">
        <StrikeStateMark state={strike.state} />
      </span>
      <span className={TIME}>
        <span className="@3xl:sr-only">{STRIKE_PARTS.issued} </span>
        <Moment at={strike.issuedAt} />
      </span>
      <span className={TIME}>
        <span className="@3xl:sr-only">{STRIKE_PARTS.ends} </span>
        <StrikeEnd strike={strike} />
      </span>
    </OpeningRow>
  );
};

/** Holds the place of the first strikes. */
const StrikeSkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className={MARK} />
    <Skeleton className="h-5 w-44 max-w-full" />
    <Skeleton className="h-5 w-14 @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-32 max-w-full @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-16 @max-3xl:col-start-2" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
  </SkeletonRows>
);

const cellsOf = (strike: Strike): string[] => [
  String(strike.id),
  fullName(strike.member),
  strike.member.id,
  strike.rule?.number ?? "",
  strike.reason,
  forbidsText(strike),
  STRIKE_STATE_NAMES[strike.state],
  strike.issuedAt,
  fullName(strike.issuer),
  strike.endsAt ?? "",
  strike.lifted?.at ?? "",
  strike.lifted === null ? "" : fullName(strike.lifted.by),
  strike.lifted?.reason ?? "",
  strike.appealTicketId === null ? "" : `#${strike.appealTicketId}`,
];

/** Every strike, the newest first [STRIKE-10]. */
const StrikesPage = ({ search, onSearch }: SearchProps<StrikeSearch>) => {
  const input = strikeInputOf(search);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const [isIssuing, setIsIssuing] = useState(false);
  const { strikes } = trpc.useUtils();
  const list = trpc.strikes.list.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: MEMBER_POLL_MS },
  );
  const items = itemsOf(list.data);
  const { nameOf, remember } = useNames((id) =>
    items?.flatMap(({ member, issuer }) => [member, issuer]).find((person) => person.id === id),
  );
  const choose = (name: "who" | "whom") => (person: Person | null) => {
    remember(person);
    onSearch({ [name]: person?.id });
  };
  const clear = () => onSearch({ ...clearedSearch(strikeSearch), sort });
  return (
    <>
      <ListScreen
        eyebrow={STRIKE_ADMIN.eyebrow}
        title={STRIKE_ADMIN.title}
        label={STRIKE_ADMIN.label}
        showsCount
        actions={
          <div className="flex items-center gap-2">
            <CsvButton
              name="strikes"
              columns={STRIKE_ADMIN.csv}
              lineOf={cellsOf}
              query={strikes.list}
              input={{ ...input, sort }}
            />
            <Button size="sm" className="max-md:h-11" onClick={() => setIsIssuing(true)}>
              <Gavel aria-hidden />
              <span className="max-sm:sr-only">{STRIKE_ADMIN.issue}</span>
            </Button>
          </div>
        }
        columns={<StrikeColumns {...sorting} />}
        filters={
          <StrikeFilters
            search={search}
            onSearch={onSearch}
            onClear={clear}
            nameOf={nameOf}
            onWho={choose("who")}
            onWhom={choose("whom")}
            sorting={sorting}
          />
        }
        list={list}
        items={items}
        counted={[...STRIKE_ADMIN.counted]}
        failure={STRIKE_ADMIN.failed}
        skeletons={<StrikeSkeletons />}
        noMatch={isNarrowed(input) ? { ...STRIKE_ADMIN.noMatch, onClear: clear } : null}
        empty={<EmptyPanel title={STRIKE_ADMIN.empty.title} text={STRIKE_ADMIN.empty.text} />}
      >
        {(strike) => (
          <StrikeRow key={strike.id} strike={strike} isOpenAtFirst={strike.id === search.strike} />
        )}
      </ListScreen>
      {isIssuing && <IssueDialog member={null} onClose={() => setIsIssuing(false)} />}
    </>
  );
};

export const Strikes = withSearch(StrikesPage);

export const loadStrikes = forThose<StrikeSearch>("strikes", ({ queries, search }) => {
  const input = { ...strikeInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.strikes.list.prefetchInfinite(input, FRESH_PAGES);
});
