import { useRef, useState } from "react";
import { fieldsOf, messageOf } from "#client/lib/api-error.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTIFICATIONS } from "#shared/messages.ts";
import {
  type DraftProblems,
  EMPTY_DRAFT,
  type NotificationDraft,
  payloadOf,
  problemsOf,
  refusalOf,
} from "./notification-draft.ts";

/**
 * Writing and sending a notification.
 * @param onRefused told when something stands beside a field now.
 */
export const useCreate = (onRefused: () => void) => {
  const { list, unread } = trpc.useUtils().notifications;
  const [draft, setDraft] = useState<NotificationDraft>(EMPTY_DRAFT);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** The same while the same is sent again, so that it is stored once. */
  const key = useRef<string | null>(null);

  const create = trpc.notifications.create.useMutation({
    onMutate: () => setFailure(null),
    onSuccess: () => {
      toast("success", NOTIFICATIONS.created, "admin");
      markNotificationsUpdated();
      void list.invalidate();
      void unread.invalidate();
    },
    onError: (error) => {
      const refusal = refusalOf(messageOf(error), fieldsOf(error));
      setProblems(refusal.problems);
      setFailure(refusal.failure);
      if (refusal.failure === null) onRefused();
    },
  });

  return {
    draft,
    problems,
    failure,
    isSending: create.isPending,
    isDone: create.isSuccess,
    change: (part: Partial<NotificationDraft>) => {
      setDraft((earlier) => ({ ...earlier, ...part }));
      setProblems(({ subject, message, targets }) => ({
        subject: "subject" in part ? undefined : subject,
        message: "message" in part ? undefined : message,
        targets: "isGlobal" in part || "chosen" in part ? undefined : targets,
      }));
      setFailure(null);
      key.current = null;
    },
    /** @returns true where there is nothing wrong with what was written. */
    check: (): boolean => {
      const found = problemsOf(draft);
      setProblems(found);
      const isFine = Object.keys(found).length === 0;
      if (!isFine) onRefused();
      return isFine;
    },
    send: () => create.mutate(payloadOf(draft, (key.current ??= newOnceKey()))),
  };
};
