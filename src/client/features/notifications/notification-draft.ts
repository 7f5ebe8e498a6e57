import { NOTIFICATIONS } from "#shared/messages.ts";
import type { NewNotification, NotificationTarget } from "#shared/schemas/notifications.ts";
import { isSeen } from "#shared/schemas/text.ts";

/** What an Admin is writing. Who was chosen stays chosen while all are meant. */
export type NotificationDraft = {
  subject: string;
  message: string;
  isGlobal: boolean;
  chosen: readonly NotificationTarget[];
};

export const EMPTY_DRAFT: NotificationDraft = {
  subject: "",
  message: "",
  isGlobal: true,
  chosen: [],
};

export type DraftField = "subject" | "message" | "targets";
/** What is wrong, by the field beside which it is said. */
export type DraftProblems = Partial<Record<DraftField, string>>;

/** Why a draft cannot be sent, in the words of the specification (member §5); empty where it can. */
export const problemsOf = ({
  subject,
  message,
  isGlobal,
  chosen,
}: NotificationDraft): DraftProblems => ({
  ...(!isSeen(subject) && { subject: NOTIFICATIONS.emptySubject }),
  ...(!isSeen(message) && { message: NOTIFICATIONS.emptyMessage }),
  ...(!isGlobal && chosen.length === 0 && { targets: NOTIFICATIONS.noTargets }),
});

const FIELD_OF_SENTENCE: Readonly<Record<string, DraftField>> = {
  [NOTIFICATIONS.emptySubject]: "subject",
  [NOTIFICATIONS.emptyMessage]: "message",
  [NOTIFICATIONS.noTargets]: "targets",
  [NOTIFICATIONS.unknownTargets]: "targets",
};

/**
 * What the server refused, beside its field where it has one.
 * @param sentence the server's own; null without an answer.
 * @param fields what the server found wrong with which part of the input.
 */
export const refusalOf = (
  sentence: string | null,
  fields: Readonly<Record<string, string>>,
): { problems: DraftProblems; failure: string | null } => {
  const field = FIELD_OF_SENTENCE[sentence ?? ""];
  if (sentence !== null && field !== undefined)
    return { problems: { [field]: sentence }, failure: null };
  const problems: DraftProblems = {
    ...(fields["subject"] !== undefined && { subject: `Subject ${fields["subject"]}.` }),
    ...(fields["message"] !== undefined && { message: `Message ${fields["message"]}.` }),
  };
  return Object.keys(problems).length > 0
    ? { problems, failure: null }
    : { problems, failure: sentence ?? NOTIFICATIONS.createFailed };
};

/** The draft as it is sent. */
export const payloadOf = (
  { subject, message, isGlobal, chosen }: NotificationDraft,
  idempotencyKey: string,
): NewNotification => ({
  subject,
  message,
  isGlobal,
  targetUserIds: isGlobal ? [] : chosen.map(({ profileId }) => profileId),
  idempotencyKey,
});

/** What somebody is called in the list; their address where they have no name. */
export const targetName = ({ firstName, lastName, email }: NotificationTarget): string =>
  `${firstName} ${lastName}`.trim() || email;
