import { Pencil, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { FilterBar, SelectFilter } from "#client/components/filter-bar.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CsvButton } from "#client/components/list-tools.tsx";
import { KIND_ICONS } from "#client/components/occurrences.tsx";
import { EmptyPanel } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { isNarrowed, itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import type { EntriesSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useOwnLang } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { CALENDAR_ADMIN, KIND_NAMES, REPEAT_NAMES } from "#shared/calendar-messages.ts";
import {
  CALENDAR_KINDS,
  CALENDAR_SORTS,
  CALENDAR_TIMES,
  PAGE_SIZE,
} from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { LISTS } from "#shared/list-messages.ts";
import { TITLES } from "#shared/messages.ts";
import type { CalendarEntry } from "#shared/schemas/calendar.ts";
import { EntryForm } from "./entry-form.tsx";

const stay = (event: Event) => event.preventDefault();

type RowProps = { entry: CalendarEntry; onEdit: () => void; onRemove: () => void };

const Row = ({ entry, onEdit, onRemove }: RowProps) => {
  const own = useOwnLang();
  const { kind, title, servers, repeat, next } = entry;
  const Icon = KIND_ICONS[kind];
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-2.5 sm:px-5">
      <Icon className="size-5 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0 flex-1">
        <p {...own} className="font-semibold wrap-anywhere text-ink">
          {title}
        </p>
        <p className="text-sm text-muted">
          {KIND_NAMES[kind]}
          {", "}
          {servers.length === 0
            ? CALENDAR_ADMIN.everywhere
            : CALENDAR_ADMIN.servers(servers.length)}
          {repeat !== "never" && `, ${REPEAT_NAMES[repeat].toLowerCase()}`}
        </p>
        <p className="text-sm text-muted">
          {next === null ? (
            CALENDAR_ADMIN.over
          ) : (
            <>
              {CALENDAR_ADMIN.next}: <time dateTime={next}>{exactTime(new Date(next))}</time>
            </>
          )}
        </p>
      </div>
      <Button variant="ghost" size="icon" aria-label={CALENDAR_ADMIN.edit(title)} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${CALENDAR_ADMIN.remove} ${title}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
};

const cellsOf = (entry: CalendarEntry): (string | number)[] => [
  entry.title,
  KIND_NAMES[entry.kind],
  entry.servers.join(" "),
  entry.begins,
  entry.minutes,
  REPEAT_NAMES[entry.repeat],
  entry.repeatUntil ?? "",
  entry.next ?? "",
];

const EntryFilters = ({ search, onSearch }: SearchProps<EntriesSearch>) => {
  const { kind, when, sort } = search;
  const chip = (label: string, value: string | undefined, off: Partial<EntriesSearch>) =>
    value === undefined ? [] : { text: `${label}: ${value}`, onRemove: () => onSearch(off) };
  return (
    <FilterBar
      lead={
        <SelectFilter
          label={CALENDAR_ADMIN.kind}
          value={kind}
          all={CALENDAR_ADMIN.allKinds}
          options={CALENDAR_KINDS}
          names={KIND_NAMES}
          onChange={(next) => onSearch({ kind: CALENDAR_KINDS.find((one) => one === next) })}
        />
      }
      narrowing={[when]}
      chips={[
        chip(CALENDAR_ADMIN.kind, kind && KIND_NAMES[kind], { kind: undefined }),
        chip(CALENDAR_ADMIN.when, when && CALENDAR_ADMIN.times[when], { when: undefined }),
      ].flat()}
    >
      <SelectFilter
        label={CALENDAR_ADMIN.when}
        className="@3xl:w-40"
        value={when}
        all={CALENDAR_ADMIN.allTimes}
        options={CALENDAR_TIMES}
        names={CALENDAR_ADMIN.times}
        onChange={(next) => onSearch({ when: CALENDAR_TIMES.find((one) => one === next) })}
      />
      <SelectFilter
        label={LISTS.sortBy}
        className="@3xl:w-48"
        value={sort}
        all={CALENDAR_ADMIN.sorts["-entered"]}
        options={CALENDAR_SORTS.filter((one) => one !== "-entered")}
        names={CALENDAR_ADMIN.sorts}
        onChange={(next) => onSearch({ sort: CALENDAR_SORTS.find((one) => one === next) })}
      />
    </FilterBar>
  );
};

/** All entries of the calendar, for whoever looks after the site. */
const EntriesPage = ({ search, onSearch }: SearchProps<EntriesSearch>) => {
  const { kind, when, sort } = search;
  const clear = () => onSearch({ kind: undefined, when: undefined });
  /** What the form is about; null for a new entry. */
  const [edited, setEdited] = useState<CalendarEntry | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [asked, setAsked] = useState<CalendarEntry | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { calendar } = trpc.useUtils();
  const list = trpc.calendar.entries.useInfiniteQuery(
    { kind, when, sort, limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: MEMBER_POLL_MS },
  );
  const remove = trpc.calendar.remove.useMutation({
    onSuccess: async () => {
      toast("success", CALENDAR_ADMIN.removed, "admin");
      await calendar.invalidate();
      setIsAsking(false);
      // The button that was pressed is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });
  const edit = (entry: CalendarEntry | null) => {
    setEdited(entry);
    setIsEditing(true);
  };
  const add = () => edit(null);
  return (
    <>
      <ListScreen
        eyebrow={ADMIN_SCREENS.eyebrow}
        title={TITLES.calendarEntries}
        headingRef={heading}
        label={CALENDAR_ADMIN.label}
        showsCount
        actions={
          <div className="flex items-center gap-2">
            <CsvButton
              name="calendar"
              columns={CALENDAR_ADMIN.csv}
              lineOf={cellsOf}
              query={calendar.entries}
              input={{ kind, when, sort }}
            />
            <Button size="sm" className="max-md:h-11" onClick={add}>
              <Plus aria-hidden />
              {CALENDAR_ADMIN.add}
            </Button>
          </div>
        }
        filters={<EntryFilters search={search} onSearch={onSearch} />}
        noMatch={isNarrowed({ kind, when }) ? { ...CALENDAR_ADMIN.noMatch, onClear: clear } : null}
        list={list}
        items={itemsOf(list.data)}
        counted={CALENDAR_ADMIN.counted}
        failure={CALENDAR_ADMIN.loadFailed}
        skeletons={[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-16" />
        ))}
        empty={
          <EmptyPanel title={CALENDAR_ADMIN.empty.title} text={CALENDAR_ADMIN.empty.text}>
            <Button onClick={add}>{CALENDAR_ADMIN.add}</Button>
          </EmptyPanel>
        }
      >
        {(entry) => (
          <Row
            key={entry.id}
            entry={entry}
            onEdit={() => edit(entry)}
            onRemove={() => {
              remove.reset();
              setAsked(entry);
              setIsAsking(true);
            }}
          />
        )}
      </ListScreen>
      <Dialog open={isEditing} onOpenChange={(open) => !open && setIsEditing(false)}>
        {/* A click beside it must not lose what was typed. */}
        <DialogContent onInteractOutside={stay}>
          <EntryForm entry={edited} onDone={() => setIsEditing(false)} />
        </DialogContent>
      </Dialog>
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={CALENDAR_ADMIN.removeTitle}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.title}</p>
              <p>{CALENDAR_ADMIN.removeText}</p>
            </>
          }
          action={CALENDAR_ADMIN.removeAction}
          isBusy={remove.isPending}
          error={remove.isError ? (messageOf(remove.error) ?? CALENDAR_ADMIN.removeFailed) : null}
          onConfirm={() => remove.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};

export const CalendarEntries = withSearch(EntriesPage);

export const loadCalendarEntries = forThose<EntriesSearch>("site", ({ queries, search }) => {
  const { kind, when, sort } = search;
  const input = { kind, when, sort, limit: PAGE_SIZE };
  void queries.calendar.entries.prefetchInfinite(input, FRESH_PAGES);
});
