import { useRef } from "react";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/messages.ts";

/**
 * Consent to marketing mails, applied at once and rolled back on failure (member §4).
 * Somebody who changes their mind faster than the server answers gets their last choice.
 */
export const useMarketingConsent = () => {
  const { profile } = trpc.useUtils().members;
  const waiting = useRef(0);
  /** What the server has, as far as it has answered. */
  const confirmed = useRef(false);

  const show = (allowMarketingEmails: boolean) =>
    profile.setData(undefined, (known) => known && { ...known, allowMarketingEmails });

  const consent = trpc.members.setMarketingConsent.useMutation({
    // One after the other, in the order in which they were chosen.
    scope: { id: "marketing-consent" },
    onMutate: async ({ allowMarketingEmails }) => {
      if (waiting.current === 0)
        confirmed.current = profile.getData()?.allowMarketingEmails ?? !allowMarketingEmails;
      waiting.current += 1;
      // First: what is cancelled takes back what was written meanwhile.
      await profile.cancel();
      show(allowMarketingEmails);
    },
    onSuccess: (_text, { allowMarketingEmails }) => {
      confirmed.current = allowMarketingEmails;
      if (waiting.current === 1) toast("success", ACCOUNT.preferencesUpdated, "settings");
    },
    onError: () => {
      if (waiting.current === 1) show(confirmed.current);
      toast("error", ACCOUNT.preferencesError, "settings");
    },
    onSettled: async () => {
      waiting.current -= 1;
      if (waiting.current === 0) await profile.invalidate();
    },
  });
  return {
    choose: (allowMarketingEmails: boolean) => consent.mutate({ allowMarketingEmails }),
    isFailed: consent.isError,
  };
};
