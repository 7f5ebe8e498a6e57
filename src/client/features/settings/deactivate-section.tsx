import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT } from "#shared/messages.ts";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useLeave } from "./use-leave.ts";

/** Closing the account, after a question (member §4 "Account settings", facts §2). */
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
    <SettingsSection
      isDangerous
      title="Deactivate your account"
      text={
        <p>
          You have 30 days to change your mind: reset your password, and the account is open again.
          After that your personal data is erased.
        </p>
      }
    >
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
        title="Deactivate your account?"
        text={
          <>
            <p>You are signed out in all your browsers at once.</p>
            <p>
              We send you a goodbye email. To come back within 30 days, choose “Forgot password” at
              the login and set a new password. After 30 days your names, your email address and
              your linked accounts are erased, and nobody can bring them back.
            </p>
            {shop !== null && <p>A subscription goes on at the store until you cancel it there.</p>}
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
