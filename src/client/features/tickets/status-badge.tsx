import { cn } from "#client/lib/cn.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";

const LOOKS: Record<TicketStatus, { label: string; className: string }> = {
  Open: { label: "Open", className: "bg-moss/15 text-moss" },
  closed: { label: "Closed", className: "bg-night-700 text-muted" },
};

/** Whether a ticket is open, in a word and a colour. */
export const StatusBadge = ({ status }: { status: TicketStatus }) => {
  const { label, className } = LOOKS[status];
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold",
        className,
      )}
    >
      <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
      {label}
    </span>
  );
};
