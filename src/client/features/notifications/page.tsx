import { Link } from "@tanstack/react-router";
import { CheckCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { NOTIFICATIONS, NOTIFICATION_LIST } from "#shared/notification-messages.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { NotificationEntry } from "./entry.tsx";
import { entriesOf, useNotificationList, useReading, useRemoval } from "./use-notifications.ts";

/** Holds the place of the list. */
const NotificationSkeletons = () => (
  <SkeletonRows rows={4} look="cards" className="panel flex gap-4 p-4 sm:gap-5 sm:p-5">
    <Skeleton className="hexagon h-11 w-[2.4rem] shrink-0" />
    <div className="flex-1 space-y-2.5">
      <Skeleton className="h-6 w-64 max-w-full" />
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-5 w-full max-w-lg" />
    </div>
  </SkeletonRows>
);

/** Stands where somebody has no notification yet. */
const NoNotifications = () => (
  <div className="panel flex flex-col items-center px-6 py-14 text-center">
    <svg
      viewBox="0 0 104 120"
      className="h-28 fill-night-800 stroke-night-500"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M52 3 101 31.500v57L52 117 3 88.500v-57z" strokeWidth="2" />
      <path
        d="M28 60q12 9 20 0M56 60q12 9 20 0M48 76q4 4 8 0"
        strokeWidth="3"
        strokeLinecap="round"
        className="fill-none stroke-amber"
      />
      <path d="M72 40h8l-8 9h8M85 26h6l-6 7h6" strokeWidth="2" className="fill-none stroke-faint" />
    </svg>
    <p className="headline mt-6 text-3xl">{NOTIFICATION_LIST.empty.title}</p>
    <p className="mt-3 max-w-[46ch] text-pretty text-muted">{NOTIFICATION_LIST.empty.text}</p>
    <Button asChild variant="outline" className="mt-6">
      <Link to="/member/tickets/new-ticket">{NOTIFICATION_LIST.empty.action}</Link>
    </Button>
  </div>
);

/** Gives the focus to the next button of the kind, for the one that was pressed goes away. */
const focusBeside = (button: HTMLElement, fallback: HTMLElement | null) => {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-reads]")];
  const at = buttons.indexOf(button);
  (buttons[at + 1] ?? buttons[at - 1] ?? fallback)?.focus({ preventScroll: true });
};

/** What one was told, unread ones first [NOTE-01]. */
export const NotificationsPage = () => {
  const isAdmin = useSession()?.role === "Admin";
  const unread = useUnread();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useNotificationList();
  const entries = entriesOf(list.data);
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
        actions={
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              disabled={!isAnyUnread}
              onClick={() => {
                heading.current?.focus({ preventScroll: true });
                readAll();
              }}
            >
              <CheckCheck aria-hidden />
              {NOTIFICATION_LIST.readAll}
            </Button>
            {isAdmin && (
              <Button asChild>
                <Link to="/member/notifications/create">
                  <Plus aria-hidden />
                  {NOTIFICATION_LIST.create}
                </Link>
              </Button>
            )}
          </div>
        }
        list={list}
        items={list.data && entries}
        counted={["notification", "notifications"]}
        failure={NOTIFICATIONS.loadFailed}
        skeletons={<NotificationSkeletons />}
        empty={<NoNotifications />}
        look="cards"
      >
        {(entry) => (
          <li key={entry.id} tabIndex={-1} className="rounded-[14px]">
            <NotificationEntry
              entry={entry}
              mayRemove={isAdmin}
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
              <p className="font-semibold wrap-anywhere text-bone">{asked.subject}</p>
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
