import { Link } from "@tanstack/react-router";
import { ArrowRight, Merge } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { TICKETS, TICKET_MERGE_SCREEN } from "#shared/ticket-messages.ts";

/** Stands where one could write on a ticket that goes on elsewhere, and leads there. */
export const MergedNote = ({ into }: { into: number }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="flex min-w-0 items-start gap-2.5 text-muted">
      <Merge className="mt-0.5 size-5 shrink-0 text-faint" aria-hidden />
      {TICKETS.mergedAway(into)}
    </p>
    <Button asChild size="sm">
      <Link to="/member/tickets/ticket/$ticketId" params={{ ticketId: String(into) }}>
        {TICKET_MERGE_SCREEN.goThere(into)}
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  </div>
);
