import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LostDen } from "#client/components/brand/lost-den.tsx";
import { ListEnd } from "#client/components/list-end.tsx";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { cn } from "#client/lib/cn.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useLoadMore } from "#client/lib/use-load-more.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { auditInputOf } from "./audit-filter.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditRow, AuditRowSkeletons } from "./audit-row.tsx";
import type { AuditSearch } from "./list-search.ts";
import { fullName } from "./user-name.ts";

/** What people are called: those that were chosen here, and those of the lines that are shown. */
const useNames = (entries: readonly AuditLine[] | undefined) => {
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const nameOf = (id: string) => {
    const shown = entries?.flatMap(({ actor, subjectPerson }) => [actor, subjectPerson]) ?? [];
    const person = [...chosen, ...shown].find((known) => known?.id === id);
    return person == null ? id : fullName(person);
  };
  const remember = (person: Person) => setChosen((known) => [...known, person]);
  return { nameOf, remember };
};

type AuditScreenProps = {
  /** Which lines are shown, from the address. */
  search: AuditSearch;
  onSearch: (change: Partial<AuditSearch>) => void;
};

/** Every act of Admins and every security event, the newest first. */
export const AuditScreen = ({ search, onSearch }: AuditScreenProps) => {
  const input = auditInputOf(search);
  const list = trpc.administration.audit.useInfiniteQuery(
    { ...input, limit: PAGE_SIZE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
  );
  const entries = list.data?.pages.flatMap((page) => page.items);
  const rows = useRef<HTMLUListElement>(null);
  const loadMore = useLoadMore(list, rows, entries?.length ?? 0);
  const { nameOf, remember } = useNames(entries);
  const choose = (name: "who" | "whom") => (person: Person | null) => {
    if (person !== null) remember(person);
    onSearch({ [name]: person?.id });
  };

  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">Audit Log</h1>
      <AuditFilters
        search={search}
        onSearch={onSearch}
        nameOf={nameOf}
        onWho={choose("who")}
        onWhom={choose("whom")}
      />
      {entries === undefined ? (
        list.isError ? (
          <div className="mt-6">
            <LoadFailed
              message={ADMINISTRATION.auditFailed}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          </div>
        ) : (
          <AuditRowSkeletons />
        )
      ) : entries.length === 0 ? (
        <div className="panel mt-6 flex flex-col items-center px-5 pt-6 pb-10 text-center">
          <LostDen className="w-full max-w-xs" />
          <h2 className="headline mt-4 text-3xl md:text-4xl">Nothing here.</h2>
          <p className="mt-3 max-w-md text-pretty text-muted">
            No line matches. Try another action, other people or a longer period.
          </p>
        </div>
      ) : (
        <>
          <ul
            ref={rows}
            aria-label="Audit log"
            aria-busy={list.isPlaceholderData}
            className={cn(
              "panel @container mt-6 divide-y divide-night-700 transition-opacity",
              list.isPlaceholderData && "opacity-60",
            )}
          >
            {entries.map((entry) => (
              <AuditRow
                key={entry.id}
                entry={entry}
                onWho={choose("who")}
                onWhom={choose("whom")}
              />
            ))}
          </ul>
          <ListEnd list={list} failure={ADMINISTRATION.auditFailed} loadMore={loadMore} />
        </>
      )}
      <output className="sr-only">
        {entries !== undefined &&
          !list.isPlaceholderData &&
          `${entries.length} ${entries.length === 1 ? "line" : "lines"} shown`}
      </output>
    </>
  );
};
