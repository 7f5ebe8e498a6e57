import { useState } from "react";
import { refusalProblem } from "#client/lib/api-error.ts";
import { type Form, useForm } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import {
  ACCOUNT_PLACING,
  type AccountDraft,
  accountForm,
  changesOf,
  EMPTY_DRAFT,
  isSavable,
  type Names,
  unsavedPart,
} from "./account-draft.ts";

const NO_NAMES: Names = { firstName: "", lastName: "" };

/** What somebody types into the General tab, kept while they look at the other tab. */
export const useAccountDraft = (saved: Names = NO_NAMES) =>
  useForm({ schema: accountForm(saved), initial: EMPTY_DRAFT, ...ACCOUNT_PLACING });

/**
 * Saves the draft. What is wrong is said beside the button and marked at its field, which takes the
 * focus; what was typed stays.
 */
export const useAccountForm = (form: Form<AccountDraft>, saved: Names) => {
  const utils = trpc.useUtils();
  const [sent, setSent] = useState<AccountDraft>(EMPTY_DRAFT);
  const canSave = isSavable(form.values, saved);

  const update = trpc.accounts.update.useMutation({
    onSuccess: async (_text, changes) => {
      form.set(unsavedPart(form.values, sent));
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
    onError: (error) => form.refuse(error, refusalProblem(error, ACCOUNT.updateFailed)),
  });

  const save = form.submit((draft) => {
    if (update.isPending || !canSave) return;
    setSent(draft);
    update.mutate(changesOf(draft, saved));
  });
  return { save, canSave, isSaving: update.isPending };
};
