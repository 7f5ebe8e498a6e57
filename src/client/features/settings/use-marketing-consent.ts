import { useRef } from "react";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/messages.ts";

/**
 * Consent to marketing mails, applied at once and rolled back on failure [ACC-21].
 * Somebody who changes their mind faster than the server answers gets their last choice.
 * @param known what the server has, as far as it has answered.
 */
export const useMarketingConsent = (known: boolean) => {
  const { profile } = trpc.useUtils().members;
  const waiting = useRef(0);
  const consent = trpc.members.setMarketingConsent.useMutation({
    // One after the other, in the order in which they were chosen.
    scope: { id: "marketing-consent" },
    onMutate: () => {
      waiting.current += 1;
    },
    onSuccess: async (_text, { allowMarketingEmails }) => {
      // What is still on its way may be from before.
      await profile.cancel();
      profile.setData(undefined, (present) => present && { ...present, allowMarketingEmails });
      if (waiting.current === 1) toast("success", ACCOUNT.preferencesUpdated, "settings");
    },
    onError: () => toast("error", ACCOUNT.preferencesError, "settings"),
    onSettled: async () => {
      waiting.current -= 1;
      if (waiting.current === 0) await profile.invalidate();
    },
  });
  return {
    // Not written over what the server has: an answer to something else would take it back.
    isAllowed: consent.isPending ? consent.variables.allowMarketingEmails : known,
    choose: (allowMarketingEmails: boolean) => consent.mutate({ allowMarketingEmails }),
    isFailed: consent.isError,
  };
};
