import type { Notification } from "#shared/schemas/notifications.ts";

type Row = Omit<Notification, "createdAt" | "isRead" | "ticketId"> & {
  createdAt: Date;
  ticketId?: number | null;
};

/** A notification as one of its readers gets it. */
export const toWire = (row: Row, isRead: boolean): Notification => {
  const { id, subject, message, createdAt, isGlobal, kind, ticketId = null, link } = row;
  return {
    id,
    subject,
    message,
    createdAt: createdAt.toISOString(),
    isGlobal,
    isRead,
    kind,
    ticketId,
    link,
  };
};
