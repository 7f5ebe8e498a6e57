import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { CLOSING_ACCOUNT } from "#shared/settings-messages.ts";
import { SettingsSection } from "./section.tsx";
import { useLeave } from "./use-leave.ts";

/** Closing the account, after a question [NAV-11]. */
export const DeactivateSection = () => {
  const [isAsking, setIsAsking] = useState(false);
  const { after } = useLeave();
  const { shop } = useSite();
  const [error, setError] = useState<string | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  const deactivate = trpc.accounts.deactivate.useMutation();

  const close = async () => {
    setIsClosing(true);
    setError(null);
    try {
      const text = await after(() => deactivate.mutateAsync());
      toast("success", text, "settings");
    } catch (failure) {
      setError(messageOf(failure) ?? ACCOUNT.deactivateFailed);
    } finally {
      setIsClosing(false);
    }
  };
  return (
    <SettingsSection isDangerous title={CLOSING_ACCOUNT.title} text={<p>{CLOSING_ACCOUNT.text}</p>}>
      <Button
        variant="danger"
        className="w-full sm:w-auto"
        onClick={() => {
          setError(null);
          setIsAsking(true);
        }}
      >
        Deactivate Account
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={CLOSING_ACCOUNT.question}
        text={
          <>
            <p>{CLOSING_ACCOUNT.signedOut}</p>
            <p>{CLOSING_ACCOUNT.consequences}</p>
            {shop !== null && <p>{CLOSING_ACCOUNT.subscriptionGoesOn}</p>}
          </>
        }
        action="Yes, Deactivate"
        isBusy={isClosing}
        error={error}
        onConfirm={() => void close()}
        onClose={() => setIsAsking(false)}
      />
    </SettingsSection>
  );
};
