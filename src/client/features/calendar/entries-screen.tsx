import { Pencil, Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { EmptyPanel } from "#client/components/load-states.tsx";
import { KIND_ICONS } from "#client/components/occurrences.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { PAGED, itemsOf } from "#client/lib/lists.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { CALENDAR_ADMIN, KIND_NAMES, REPEAT_NAMES } from "#shared/calendar-messages.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { LOADED_FRESH_MS, MEMBER_POLL_MS } from "#shared/constants/timings.ts";
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

/** All entries of the calendar, for Admins. */
export const CalendarEntries = () => {
  /** What the form is about; null for a new entry. */
  const [edited, setEdited] = useState<CalendarEntry | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [asked, setAsked] = useState<CalendarEntry | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { calendar } = trpc.useUtils();
  const list = trpc.calendar.entries.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: LOADED_FRESH_MS, refetchInterval: MEMBER_POLL_MS },
  );
  useFeedEvent(({ type }) => {
    if (type === "calendar.changed" || type === "resync") void calendar.entries.invalidate();
  });
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
        title={CALENDAR_ADMIN.title}
        headingRef={heading}
        label={CALENDAR_ADMIN.label}
        actions={
          <Button size="sm" className="max-md:h-11" onClick={add}>
            <Plus aria-hidden />
            {CALENDAR_ADMIN.add}
          </Button>
        }
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
