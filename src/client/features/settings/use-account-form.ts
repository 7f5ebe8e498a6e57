import { type FormEvent, useRef, useState } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/messages.ts";
import {
  type AccountDraft,
  changesOf,
  type DraftField,
  draftProblem,
  EMPTY_DRAFT,
  fieldOfSentence,
  isSavable,
  type Names,
  unsavedPart,
} from "./account-draft.ts";

type FormProblem = { field: DraftField | null; sentence: string };

/** What somebody types into the General tab, kept while they look at the other tab. */
export const useAccountDraft = () => {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  return { draft, setDraft, problem, setProblem };
};
export type AccountDraftState = ReturnType<typeof useAccountDraft>;

/**
 * Saves the draft. What is wrong is said beside the button and marked at its field, which takes the
 * focus; what was typed stays.
 * @see member specification §4 "Account settings", §8 "Account"
 */
export const useAccountForm = (state: AccountDraftState, saved: Names) => {
  const { draft, setDraft, problem, setProblem } = state;
  const form = useRef<HTMLFormElement>(null);
  const utils = trpc.useUtils();
  const sent = useRef<AccountDraft>(EMPTY_DRAFT);

  const complain = (next: FormProblem) => {
    setProblem(next);
    const name = next.field === "newPassword" ? "password" : next.field;
    if (name !== null) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  };

  const update = trpc.accounts.update.useMutation({
    onSuccess: async (_text, changes) => {
      setProblem(null);
      setDraft((now) => unsavedPart(now, sent.current));
      utils.members.profile.setData(
        undefined,
        (profile) =>
          profile && {
            ...profile,
            firstName: changes.firstName ?? profile.firstName,
            lastName: changes.lastName ?? profile.lastName,
          },
      );
      toast("success", ACCOUNT.updated, "settings");
      await Promise.all([
        utils.members.profile.invalidate(),
        utils.accounts.me.invalidate(),
        utils.accounts.sessions.invalidate(),
      ]);
    },
    onError: (error) => {
      const sentence = messageOf(error) ?? ACCOUNT.updateFailed;
      complain({ field: fieldOfSentence(sentence), sentence });
    },
  });

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !isSavable(draft, saved)) return;
    const found = draftProblem(draft, saved);
    if (found !== null) {
      complain(found);
      return;
    }
    setProblem(null);
    sent.current = draft;
    update.mutate(changesOf(draft, saved));
  };

  return {
    form,
    save,
    problem,
    isSaving: update.isPending,
    canSave: isSavable(draft, saved),
    /** Marks the field that the problem is about. */
    isWrong: (field: DraftField) => problem?.field === field || undefined,
    change: (part: Partial<AccountDraft>) => {
      setProblem(null);
      setDraft((now) => ({ ...now, ...part }));
    },
  };
};
