import { Link } from "@tanstack/react-router";
import { CheckCheck, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { PagedList } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSession } from "#client/lib/session/use-session.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
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

/** What one was told, unread ones first (member §2 "Notifications screen"). */
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
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <p className="eyebrow">What is new</p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="headline mt-2 text-5xl outline-none md:text-6xl"
          >
            Notifications
          </h1>
        </div>
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
            Mark all as read
          </Button>
          {isAdmin && (
            <Button asChild>
              <Link to="/member/notifications/create">
                <Plus aria-hidden />
                Create Notification
              </Link>
            </Button>
          )}
        </div>
      </div>
      <div className="mt-8">
        <PagedList
          list={list}
          items={list.data && entries}
          label="Notifications"
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
        </PagedList>
      </div>
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title="Delete this notification?"
          text={
            <>
              <p className="font-semibold wrap-anywhere text-bone">{asked.subject}</p>
              <p>It disappears for everyone who got it, and nobody can bring it back.</p>
            </>
          }
          action="Yes, Delete"
          isBusy={removal.isPending}
          error={removal.isError ? NOTIFICATIONS.removeFailed : null}
          onConfirm={() => removal.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
