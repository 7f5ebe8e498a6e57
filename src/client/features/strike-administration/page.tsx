import { Gavel } from "lucide-react";
import { useState } from "react";
import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { useNames } from "#client/components/person-filter.tsx";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { forbidsText } from "#client/components/strikes/strike-facts.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { clearedSearch, isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { Strike } from "#shared/schemas/strikes.ts";
import { STRIKE_ADMIN, STRIKE_STATE_NAMES } from "#shared/strike-screen-messages.ts";
import { type StrikeSearch, strikeSearch } from "./list-search.ts";
import { StrikeColumns, StrikeFilters, strikeInputOf, StrikeRow, StrikeSkeletons } from "./row.tsx";

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
export const StrikesPage = ({ search, onSearch }: SearchProps<StrikeSearch>) => {
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
