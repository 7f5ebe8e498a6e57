import { CsvButton } from "#client/components/csv-button.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { useNames } from "#client/components/person-filter.tsx";
import { PAGED, clearedSearch, itemsOf } from "#client/lib/lists.ts";
import type { SearchProps } from "#client/lib/routing/with-search.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS, ADMINISTRATION } from "#shared/admin-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { AuditFilters, auditInputOf } from "./audit-filters.tsx";
import { actionName, changesOf } from "./audit-labels.ts";
import { AuditColumns, AuditRow, AuditRowSkeletons } from "./audit-row.tsx";
import { type AuditSearch, auditSearch } from "./list-search.ts";

const AUDIT_CSV = ["Time (UTC)", "Action", "By", "By (ID)", "To", "To (ID)", "Changes", "Request"];
const auditCells = (entry: AuditLine): string[] => [
  entry.at,
  actionName(entry.action),
  entry.actor === null ? "" : fullName(entry.actor),
  entry.actorId ?? "",
  entry.subjectPerson === null ? "" : fullName(entry.subjectPerson),
  entry.subject ?? "",
  changesOf(entry)
    .map(({ name, before, after }) => `${name}: ${[before, after].filter(Boolean).join(" → ")}`)
    .join(", "),
  entry.requestId ?? "",
];

type AuditScreenProps = SearchProps<AuditSearch>;

/** Every act of the team and every security event, the newest first. */
export const AuditScreen = ({ search, onSearch }: AuditScreenProps) => {
  const input = auditInputOf(search);
  const { sort } = search;
  const sorting = { sort, onSort: (next: typeof sort) => onSearch({ sort: next }) };
  const { administration } = trpc.useUtils();
  const list = trpc.administration.audit.useInfiniteQuery(
    { ...input, sort, limit: PAGE_SIZE },
    { ...PAGED, refetchInterval: MEMBER_POLL_MS },
  );
  const entries = itemsOf(list.data);
  const { nameOf, remember } = useNames((id) => {
    const people = entries?.flatMap(({ actor, subjectPerson }) => [actor, subjectPerson]);
    return people?.find((person) => person?.id === id);
  });
  const choose = (name: "who" | "whom") => (person: Person | null) => {
    remember(person);
    onSearch({ [name]: person?.id });
  };
  const clear = () => onSearch({ ...clearedSearch(auditSearch), sort });

  return (
    <ListScreen
      eyebrow={ADMIN_SCREENS.eyebrow}
      title={ADMIN_SCREENS.audit.title}
      label={ADMIN_SCREENS.audit.label}
      showsCount
      actions={
        <CsvButton
          name="audit"
          columns={AUDIT_CSV}
          lineOf={auditCells}
          query={administration.audit}
          input={{ ...input, sort }}
        />
      }
      columns={<AuditColumns {...sorting} />}
      filters={
        <AuditFilters
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
