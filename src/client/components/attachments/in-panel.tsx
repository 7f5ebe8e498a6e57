import type { ReactNode } from "react";
import { trpc } from "#client/lib/trpc.ts";
import { AttachmentsView } from "./view.tsx";

type TicketAttachmentsProps = {
  ticketId: number;
  /** Stands above them. */
  heading: ReactNode;
};

/** What was sent with a ticket itself; nothing where there is none. */
export const TicketAttachments = ({ ticketId, heading }: TicketAttachmentsProps) => {
  const { data = [] } = trpc.attachments.ofTicket.useQuery(
    { id: ticketId },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (data.length === 0) return null;
  return (
    <div>
      {heading}
      <AttachmentsView attachments={data} />
    </div>
  );
};
