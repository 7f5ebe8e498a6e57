import { Link } from "@tanstack/react-router";
import { CheckCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { CountBadge } from "#client/components/marks.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { isPreview, NOTHING_TOLD, previewPlace } from "#client/lib/preview.ts";
import { PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import type { NotificationSearch } from "#client/lib/routing/list-searches.ts";
import { type SearchProps, withSearch } from "#client/lib/routing/with-search.tsx";
import { useMay } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { dayName, useNow } from "#client/lib/time.ts";
import { useUnreadCount } from "#client/lib/use-unread.ts";
import { NOTIFICATION_FILTERS, type NotificationFilter } from "#shared/constants/addresses.ts";
import { NOTIFICATION_LIST, NOTIFICATIONS } from "#shared/notification-messages.ts";
import { countedName } from "#shared/rules/lines.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { TICKET_LINKS } from "#shared/ticket-messages.ts";
import { NotificationEntry } from "./entry.tsx";
import {
  entriesOf,
  listInputOf,
  type PlacedEntry,
  placeEntries,
  useNotificationList,
  useReading,
  useRemoval,
} from "./use-notifications.ts";

export { CreatePage } from "./create-page.tsx";

/** Holds the place of the list. */
const NotificationSkeletons = () => (
  <SkeletonRows rows={6} className="flex h-17 items-center gap-3 px-4 sm:gap-4 sm:px-5">
    <Skeleton className="hexagon h-9 w-[1.95rem] shrink-0" />
    <div className="flex-1 space-y-2">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-4 w-full max-w-lg" />
    </div>
  </SkeletonRows>
);

type EmptyProps = { show: NotificationFilter | undefined };

/** Stands where somebody has none, of all or of a filter. */
const NoNotifications = ({ show }: EmptyProps) => {
  const { texts } = useSite();
  const { title, text } = { title: texts.quiet, ...NOTIFICATION_LIST.empty[show ?? "all"] };
  return (
    <div className="panel flex flex-col items-center px-6 py-14 text-center">
      <svg
        viewBox="0 0 104 120"
        className="h-28 fill-ground-800 stroke-ground-500"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M52 3 101 31.500v57L52 117 3 88.500v-57z" strokeWidth="2" />
        <path
          d="M28 60q12 9 20 0M56 60q12 9 20 0M48 76q4 4 8 0"
          strokeWidth="3"
          strokeLinecap="round"
          className="fill-none stroke-accent"
        />
        <path
          d="M72 40h8l-8 9h8M85 26h6l-6 7h6"
          strokeWidth="2"
          className="fill-none stroke-faint"
        />
      </svg>
      <p className="headline mt-6 text-3xl">{title}</p>
      <p className="mt-3 max-w-[46ch] text-pretty text-muted">{text}</p>
      <Button asChild variant="outline" className="mt-6">
        {show === undefined || show === "tickets" ? (
          <Link to="/member/tickets/new-ticket">{NOTIFICATION_LIST.empty.action}</Link>
        ) : (
          <Link to="/member/notifications">{NOTIFICATION_LIST.empty.showAll}</Link>
        )}
      </Button>
    </div>
  );
};

const CHOICES = [undefined, ...NOTIFICATION_FILTERS];

/** Narrows the list; each choice has its own address, and says how many are unread [NOTE-08]. */
const Filters = ({ show }: EmptyProps) => {
  const unread = useUnreadCount();
  const counts: Partial<Record<NotificationFilter, number>> = {
    unread: unread?.count ?? 0,
    tickets: unread?.tickets ?? 0,
    news: unread?.news ?? 0,
  };
  return (
    <nav aria-label={NOTIFICATION_LIST.show} className="mt-3">
      <ul className="flex gap-1 sm:gap-2">
        {CHOICES.map((choice) => {
          const label = NOTIFICATION_LIST.filters[choice ?? "all"];
          const count = choice === undefined ? 0 : (counts[choice] ?? 0);
          const isCurrent = choice === show;
          return (
            <li key={label}>
              <Link
                to="/member/notifications"
                search={choice === undefined ? {} : { show: choice }}
                replace
                resetScroll={false}
                // The router would mark by what the address begins with.
                aria-current={isCurrent ? "page" : undefined}
                aria-label={countedName(label, count, NOTIFICATION_LIST.unit)}
                className={cn(
                  "inline-flex h-11 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold transition-colors md:h-9 md:px-4",
                  isCurrent
                    ? "border-accent bg-accent/10 text-accent-strong"
                    : "border-ground-500 text-muted hover:border-accent/70 hover:text-ink",
                )}
              >
                {label}
                <CountBadge count={count} className="max-[22.5rem]:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};

/** Gives the focus to the next button of the kind, for the one that was pressed goes away. */
const focusBeside = (button: HTMLElement, fallback: HTMLElement | null) => {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-reads]")];
  const at = buttons.indexOf(button);
  (buttons[at + 1] ?? buttons[at - 1] ?? fallback)?.focus({ preventScroll: true });
};

type HeadsProps = Pick<PlacedEntry, "begins" | "head"> & {
  /** Says of a day that what follows is unread, where not all of the list is. */
  saysUnread: boolean;
};

/** The day that begins above a row, and the ticket that several rows share. */
const Heads = ({ begins, head, saysUnread }: HeadsProps) => (
  <>
    {begins !== null && (
      <h2 className="border-b border-ground-700 bg-ground-850 px-4 font-sans text-xs leading-7 font-semibold tracking-wide text-muted uppercase sm:px-5">
        {saysUnread && begins.isUnread && (
          <span className="text-accent-strong">{NOTIFICATION_LIST.unread} · </span>
        )}
        {begins.day}
      </h2>
    )}
    {head !== null && (
      <h3 className="flex items-center font-sans text-sm font-semibold">
        <Link
          to="/member/tickets/ticket/$ticketId"
          params={{ ticketId: String(head.ticketId) }}
          className="flex min-h-9 flex-1 items-center gap-2 px-4 text-accent transition-colors hover:text-accent-strong focus-visible:-outline-offset-2 max-md:min-h-11 sm:px-5"
        >
          {TICKET_LINKS.number(head.ticketId)}
          <span className="font-medium text-faint">{NOTIFICATION_LIST.several(head.count)}</span>
        </Link>
      </h3>
    )}
  </>
);

/** What one was told, unread ones first, by day and ticket [NOTE-01, NOTE-07]. */
const NotificationsScreen = ({ search: { show } }: SearchProps<NotificationSearch>) => {
  const maySend = useMay("site");
  const unread = useUnreadCount()?.count ?? 0;
  const nowMs = useNow() ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useNotificationList(show);
  const entries = entriesOf(list.data).filter(({ isRead }) => show !== "unread" || !isRead);
  const isShownEmpty = isPreview() && previewPlace() === NOTHING_TOLD;
  const { read, follow, readAll } = useReading();
  /** What is asked about stays in the dialog while that fades out. */
  const [asked, setAsked] = useState<Notification | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const removal = useRemoval(() => setIsAsking(false));
  const isAnyUnread = unread > 0 || entries.some(({ isRead }) => !isRead);

  return (
    <>
      <ListScreen
        eyebrow={NOTIFICATION_LIST.eyebrow}
        title={NOTIFICATION_LIST.title}
        headingRef={heading}
        filters={<Filters show={show} />}
        actions={
          <div className="flex flex-wrap gap-2 sm:gap-3">
            <Button
              variant="outline"
              className="max-sm:px-3"
              title={NOTIFICATION_LIST.readAll}
              disabled={!isAnyUnread}
              onClick={() => {
                heading.current?.focus({ preventScroll: true });
                readAll();
              }}
            >
              {/* With a second button beside it, there is room for its picture alone on a phone. */}
              <CheckCheck className={cn(!maySend && "max-sm:hidden")} aria-hidden />
              <span className={cn(maySend && "max-sm:sr-only")}>{NOTIFICATION_LIST.readAll}</span>
            </Button>
            {maySend && (
              <Button asChild className="max-sm:px-3">
                <Link to="/member/notifications/create" title={NOTIFICATION_LIST.create}>
                  <Plus aria-hidden />
                  <span className="max-sm:sr-only">{NOTIFICATION_LIST.create}</span>
                </Link>
              </Button>
            )}
          </div>
        }
        list={isShownEmpty ? { ...list, hasNextPage: false } : list}
        items={
          list.data &&
          placeEntries(isShownEmpty ? [] : entries, (at) => dayName(new Date(at), nowMs))
        }
        counted={["notification", "notifications"]}
        failure={NOTIFICATIONS.loadFailed}
        skeletons={<NotificationSkeletons />}
        empty={<NoNotifications show={show} />}
      >
        {({ entry, begins, head, isUnderHead }) => (
          <li
            key={entry.id}
            tabIndex={-1}
            className="overflow-clip first:rounded-t-[13px] last:rounded-b-[13px]"
          >
            <Heads begins={begins} head={head} saysUnread={show !== "unread"} />
            <NotificationEntry
              entry={entry}
              isUnderHead={isUnderHead}
              mayRemove={maySend}
              onRead={({ currentTarget }) => {
                focusBeside(currentTarget, heading.current);
                read(entry.id);
              }}
              onFollow={() => !entry.isRead && follow(entry.id)}
              onRemove={() => {
                removal.reset();
                setAsked(entry);
                setIsAsking(true);
              }}
            />
          </li>
        )}
      </ListScreen>
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={NOTIFICATION_LIST.remove.title}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.subject}</p>
              <p>{NOTIFICATION_LIST.remove.text}</p>
            </>
          }
          action={NOTIFICATION_LIST.remove.action}
          isBusy={removal.isPending}
          error={removal.isError ? NOTIFICATIONS.removeFailed : null}
          onConfirm={() => removal.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};

export const NotificationsPage = withSearch<NotificationSearch>(NotificationsScreen);

export const loadNotifications: ScreenLoader<NotificationSearch> = ({ queries, search }) => {
  void queries.notifications.list.prefetchInfinite(listInputOf(search.show), PAGES);
};
