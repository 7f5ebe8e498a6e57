import { Link } from "@tanstack/react-router";
import { CheckCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ListScreen } from "#client/components/list-screen.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { NOTIFICATIONS, NOTIFICATION_LIST } from "#shared/notification-messages.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { NoNotifications, NotificationSkeletons } from "./list-placeholders.tsx";
import { NotificationEntry } from "./notification-entry.tsx";
import { entriesOf } from "./notification-pages.ts";
import { useNotificationList, useReading, useRemoval } from "./use-notifications.ts";

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
