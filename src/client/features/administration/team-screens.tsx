import { FilterBar, PeriodFields, SelectFilter } from "#client/components/filter-bar.tsx";
import {
  ClearButton,
  ListScreen,
  SearchBox,
  useSearchText,
} from "#client/components/list-screen.tsx";
import { CsvButton, type Sorting, SortSelect } from "#client/components/list-tools.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { PersonFilter, useNames } from "#client/components/person-filter.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { clearedSearch, idIn, itemsOf, PAGED, periodIn } from "#client/lib/lists.ts";
import { forThose, FRESH, FRESH_PAGES, ONCE, PAGES } from "#client/lib/routing/lazy-route.ts";
import {
  type AuditSearch,
  auditSearch,
  type TeamSearch,
} from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  ADMIN_SCREENS,
  ADMINISTRATION,
  failureText,
  PROVIDER_LABELS,
} from "#shared/admin-messages.ts";
import { ACTION_NAMES, AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";
import type { BreakerState } from "#shared/constants/health.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS, PROVIDERS_POLL_MS } from "#shared/constants/time.ts";
import { SORTS } from "#shared/list-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AuditLine, AuditListInput, ProviderList } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { actionName, changesOf } from "./audit-labels.ts";
import { AuditColumns, AuditRow, AuditRowSkeletons } from "./audit-row.tsx";
import { TeamScreen } from "./team-screen.tsx";

/** What the server is asked for: what nobody can ask for is left out of what the address says. */
const auditInputOf = ({
  action,
  who,
  whom,
  request,
  reads,
  from,
  to,
}: AuditSearch): AuditListInput => ({
  action: AUDIT_ACTIONS.find((name) => name === action),
  actorId: idIn(who),
  subject: idIn(whom),
  requestId: idIn(request?.trim()),
  reads: reads === true ? true : undefined,
  ...periodIn({ from, to }).moments,
});

type AuditFiltersProps = SearchProps<AuditSearch> & {
  onClear: () => void;
  /** What somebody of an id is called. */
  nameOf: (id: string) => string;
  onWho: (person: Person | null) => void;
  onWhom: (person: Person | null) => void;
  sorting: Sorting<"time">;
};

/** Narrows the audit by what, who, whom and when. */
const AuditFilters = ({
  search,
  onSearch,
  onClear,
  nameOf,
  onWho,
  onWhom,
  sorting,
}: AuditFiltersProps) => {
  const input = auditInputOf(search);
  const { days } = periodIn(search);
  const request = useSearchText({
    committed: search.request,
    commit: (id) => onSearch({ request: id }),
  });
  const chip = (label: string, value: string | undefined, off: Partial<AuditSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  const named = (id: string | undefined) => (id === undefined ? undefined : nameOf(id));
  const chips = [
    chip("Action", input.action && ACTION_NAMES[input.action], { action: undefined }),
    chip("Done by", named(input.actorId), { who: undefined }),
    chip("Done to", named(input.subject), { whom: undefined }),
    chip("From", days.from, { from: undefined }),
    chip("To", days.to, { to: undefined }),
    chip("Request", input.requestId, { request: undefined }),
  ].flat();
  return (
    <FilterBar
      lead={
        <SelectFilter
          label="Action"
          value={input.action}
          all="Everything"
          options={AUDIT_ACTIONS}
          names={ACTION_NAMES}
          onChange={(action) => onSearch({ action })}
        />
      }
      narrowing={[
        input.actorId,
        input.subject,
        input.from,
        input.until,
        input.requestId,
        input.reads,
      ]}
      seldom={
        <>
          <div className="col-span-full @3xl:w-96">
            <SearchBox label="Request ID" box={request} />
          </div>
          <Label className="col-span-full flex h-11 items-center gap-3">
            <Checkbox
              checked={search.reads === true}
              onCheckedChange={(checked) => onSearch({ reads: checked === true || undefined })}
            />
            {AUDIT_SCREEN.showRead}
          </Label>
        </>
      }
      chips={chips}
      clear={<ClearButton box={request} onClear={onClear} className="col-span-full" />}
    >
      <PersonFilter
        label="Done by"
        className="@3xl:w-33"
        chosen={input.actorId === undefined ? null : nameOf(input.actorId)}
        onChoose={onWho}
      />
      <PersonFilter
        label="Done to"
        className="@3xl:w-33"
        chosen={input.subject === undefined ? null : nameOf(input.subject)}
        onChoose={onWhom}
      />
      <PeriodFields days={days} onChange={onSearch} />
      <SortSelect {...sorting} {...SORTS.audit} />
    </FilterBar>
  );
};

const TEXTS = ADMIN_SCREENS.providers;

type ProviderReport = ProviderList["providers"][number];

type Look = BreakerState | "refused";
const LOOKS: Record<Look, { light: string; text: string }> = {
  closed: { light: "bg-moss", text: "text-moss" },
  open: { light: "bg-ember", text: "text-ember" },
  "half-open": { light: "bg-accent", text: "text-accent-strong" },
  refused: { light: "bg-ember", text: "text-ember" },
};

const lookOf = ({ state, refusedSince }: ProviderReport): Look =>
  state === "closed" && refusedSince !== null ? "refused" : state;

const ROW = "grid gap-x-6 gap-y-1 px-4 py-4 sm:grid-cols-[11rem_minmax(0,1fr)] @2xl:px-5";

/** What is known of its failures, in a line or two. */
const Troubles = ({
  provider,
  since,
  state,
  lastFailure,
  failures,
  retryAt,
  refusedSince,
}: ProviderReport) => (
  <>
    {(retryAt ?? refusedSince) !== null && (
      <p className="text-ink">{PROVIDER_LABELS[provider].waits}</p>
    )}
    {refusedSince !== null && (
      <p>
        {TEXTS.refusesSince} <TimeAgo at={refusedSince} />. {TEXTS.compare}
      </p>
    )}
    {since !== null && (
      <p>
        {state === "closed" ? TEXTS.worksSince : TEXTS.failsSince} <TimeAgo at={since} />.
      </p>
    )}
    {lastFailure === null ? (
      <p>{TEXTS.neverFailed}</p>
    ) : (
      <p>
        {TEXTS.failed(failures)} <TimeAgo at={lastFailure.at} />: {failureText(lastFailure.reason)}
      </p>
    )}
  </>
);

const Row = (report: ProviderReport) => {
  const look = lookOf(report);
  const { light, text } = LOOKS[look];
  return (
    <li className={ROW}>
      <div>
        <p className="font-semibold text-ink">{PROVIDER_LABELS[report.provider].name}</p>
        <p className="mt-1 flex items-center gap-2">
          <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", light)} />
          <span className={cn("text-sm font-semibold", text)}>{TEXTS.label[look]}</span>
        </p>
      </div>
      <div className="text-sm text-pretty text-muted">
        <Troubles {...report} />
      </div>
    </li>
  );
};

/** How the services are that the site depends on, as the instance that answers has found them. */
export const ProvidersScreen = () => {
  const list = trpc.administration.providers.useQuery(undefined, {
    refetchInterval: PROVIDERS_POLL_MS,
  });
  return (
    <>
      <ListScreen
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TEXTS.title}
        intro={TEXTS.intro}
        list={list}
        items={list.data?.providers}
        counted={["provider", "providers"]}
        failure={ADMINISTRATION.providersFailed}
        skeletons={
          <SkeletonRows rows={4} className={ROW}>
            <Skeleton className="h-10 w-full sm:col-span-2" />
          </SkeletonRows>
        }
        empty={null}
      >
        {(report) => <Row key={report.provider} {...report} />}
      </ListScreen>
      <p className="mt-4 max-w-[75ch] text-sm text-pretty text-faint">{TEXTS.hint}</p>
    </>
  );
};

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
const AuditScreen = ({ search, onSearch }: AuditScreenProps) => {
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

export const Audit = withSearch(AuditScreen);
export const Team = withSearch(TeamScreen);

export const loadAudit = forThose<AuditSearch>("audit", ({ queries, search }) => {
  const input = { ...auditInputOf(search), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.audit.prefetchInfinite(input, PAGES);
});

export const loadProviders = forThose(ADMINS, ({ queries }) =>
  queries.administration.providers.ensureData(undefined, ONCE),
);

export const loadTeam = forThose<TeamSearch>("roles", ({ queries, search: { role } }) => {
  void queries.team.roles.prefetch(undefined, { ...ONCE, ...FRESH });
  void queries.team.members.prefetchInfinite({ roleId: role, limit: PAGE_SIZE }, FRESH_PAGES);
});
