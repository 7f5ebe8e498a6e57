import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { TICKET_SCREEN } from "#shared/ticket-messages.ts";

const LINES = ["w-64", "w-48 ml-auto", "w-80", "w-56 ml-auto"];

/** Holds the place of the messages while they are on their way. */
export const ThreadPlaceholder = () => (
  <div className="panel mt-5 space-y-5 p-4 sm:p-6">
    {LINES.map((width) => (
      <Skeleton key={width} className={`h-16 max-w-[85%] rounded-2xl ${width}`} />
    ))}
  </div>
);

/** Holds the place of a ticket. */
export const TicketPlaceholder = () => (
  <div aria-busy="true">
    <output className="sr-only">{TICKET_SCREEN.loading}</output>
    <div className="panel flex items-start gap-5 p-4 sm:p-6">
      <Skeleton className="h-16 w-14 max-sm:hidden" />
      <div className="flex-1 space-y-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-10 w-full max-w-md" />
      </div>
    </div>
    <ThreadPlaceholder />
  </div>
);
