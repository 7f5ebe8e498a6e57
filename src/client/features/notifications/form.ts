import { z } from "zod/mini";
import { textThat } from "#client/lib/form.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import {
  type NewNotification,
  type NotificationTarget,
  notificationTarget,
} from "#shared/schemas/notifications.ts";

const seenOr = (sentence: string) => textThat((text) => (isSeen(text) ? null : sentence));

/** What an Admin is writing [NOTE-04]. Who was chosen stays chosen while all are meant. */
export const notificationForm = z
  .object({
    subject: seenOr(NOTIFICATIONS.emptySubject),
    message: seenOr(NOTIFICATIONS.emptyMessage),
    link: textThat((link) =>
      link.trim() === "" || linkTarget(link.trim(), window.location.origin) !== null
        ? null
        : NOTIFICATIONS.badLink,
    ),
    isGlobal: z.boolean(),
    chosen: z.array(notificationTarget),
  })
  .check(
    z.refine(({ isGlobal, chosen }) => isGlobal || chosen.length > 0, {
      path: ["chosen"],
      error: NOTIFICATIONS.noTargets,
    }),
  );
export type NotificationDraft = z.infer<typeof notificationForm>;

export const EMPTY_NOTIFICATION: NotificationDraft = {
  subject: "",
  message: "",
  link: "",
  isGlobal: true,
  chosen: [],
};

/** Where the form shows what the server finds wrong. */
export const NOTIFICATION_PLACING = {
  labels: { subject: "Subject", message: "Message", link: "Link", chosen: "The choice" },
  renamed: { targetUserIds: "chosen" },
} as const;

/** The draft as it is sent. */
export const payloadOf = ({
  subject,
  message,
  link,
  isGlobal,
  chosen,
}: NotificationDraft): Omit<NewNotification, "idempotencyKey"> => ({
  subject,
  message,
  link: link.trim() || null,
  isGlobal,
  targetUserIds: isGlobal ? [] : chosen.map(({ profileId }) => profileId),
});

/** What somebody is called in the list; their address where they have no name. */
export const targetName = ({ firstName, lastName, email }: NotificationTarget): string =>
  `${firstName} ${lastName}`.trim() || email;
