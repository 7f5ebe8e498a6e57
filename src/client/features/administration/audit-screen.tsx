import { ListScreen } from "#client/components/list-screen.tsx";
import { useNames } from "#client/components/person-filter.tsx";
import { PAGED, clearedSearch, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { Person } from "#shared/schemas/members.ts";
import { AuditFilters, auditInputOf } from "./audit-filters.tsx";
import { AuditRow, AuditRowSkeletons } from "./audit-row.tsx";
import { type AuditSearch, auditSearch } from "./list-search.ts";

type AuditScreenProps = SearchProps<AuditSearch>;

/** Every act of Admins and every security event, the newest first. */
export const AuditScreen = ({ search, onSearch }: AuditScreenProps) => {
  const input = auditInputOf(search);
  const list = trpc.administration.audit.useInfiniteQuery({ ...input, limit: PAGE_SIZE }, PAGED);
  const entries = itemsOf(list.data);
  const { nameOf, remember } = useNames((id) => {
    const people = entries?.flatMap(({ actor, subjectPerson }) => [actor, subjectPerson]);
    return people?.find((person) => person?.id === id);
  });
  const choose = (name: "who" | "whom") => (person: Person | null) => {
    remember(person);
    onSearch({ [name]: person?.id });
  };
  const clear = () => onSearch(clearedSearch(auditSearch));

  return (
    <ListScreen
      eyebrow={ADMIN_SCREENS.eyebrow}
      title={ADMIN_SCREENS.audit.title}
      label={ADMIN_SCREENS.audit.label}
      filters={
        <AuditFilters
          search={search}
          onSearch={onSearch}
          onClear={clear}
          nameOf={nameOf}
          onWho={choose("who")}
          onWhom={choose("whom")}
        />
      }
      list={list}
      items={entries}
      counted={["line", "lines"]}
      failure={ADMINISTRATION.auditFailed}
      skeletons={<AuditRowSkeletons />}
      noMatch={{ ...ADMIN_SCREENS.audit.noMatch, onClear: clear }}
      empty={null}
    >
      {(entry) => (
        <AuditRow key={entry.id} entry={entry} onWho={choose("who")} onWhom={choose("whom")} />
      )}
    </ListScreen>
  );
};
