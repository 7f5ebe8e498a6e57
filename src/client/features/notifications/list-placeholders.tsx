import { Link } from "@tanstack/react-router";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { NOTIFICATION_LIST } from "#shared/notification-messages.ts";

/** Holds the place of the list. */
export const NotificationSkeletons = () => (
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
export const NoNotifications = () => (
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
