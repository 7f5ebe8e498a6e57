import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { EmptyPanel } from "#client/components/empty-panel.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { auditInputOf, EVERYTHING } from "./audit-filter.ts";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const { nameOf, remember } = useNames(entries);
  const choose = (name: "who" | "whom") => (person: Person | null) => {
    if (person !== null) remember(person);
    onSearch({ [name]: person?.id });
  };

  const clear = () => {
    heading.current?.focus({ preventScroll: true });
    onSearch(EVERYTHING);
  };

  return (
    <>
      <p className="eyebrow">Administration</p>
      <h1 ref={heading} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-6xl">
        Audit Log
      </h1>
      <AuditFilters
        search={search}
        onSearch={onSearch}
        nameOf={nameOf}
        onWho={choose("who")}
        onWhom={choose("whom")}
      />
      <div className="mt-6">
        <PagedList
          list={list}
          items={entries}
          label="Audit log"
          counted={["line", "lines"]}
          failure={ADMINISTRATION.auditFailed}
          skeletons={<AuditRowSkeletons />}
          empty={
            <EmptyPanel
              title="Nothing here."
              text="No line matches. Try another action, other people or a longer period."
            >
              <Button variant="outline" onClick={clear}>
                Clear
              </Button>
            </EmptyPanel>
          }
        >
          {(entry) => (
            <AuditRow key={entry.id} entry={entry} onWho={choose("who")} onWhom={choose("whom")} />
          )}
        </PagedList>
      </div>
    </>
  );
};
