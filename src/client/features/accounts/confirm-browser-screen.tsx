import { Link } from "@tanstack/react-router";
import { Monitor, MonitorCheck, MonitorX } from "lucide-react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { takeFocus } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, LOGIN } from "#shared/account-messages.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";

const ToLogin = ({ label, isQuiet = false }: { label: string; isQuiet?: boolean }) => (
  <Button asChild size="lg" variant={isQuiet ? "outline" : "primary"}>
    <Link to="/login" replace>
      {label}
    </Link>
  </Button>
);

type ConfirmBrowserScreenProps = {
  /** Of the mail; null is one that the address lacks. */
  code: string | null;
  /** Called once the code can do nothing more. */
  onSpent: () => void;
};

/**
 * Where the link of a mail leads that makes a browser known. It asks first: programs that look
 * through mails open links too, and would use it up.
 */
export const ConfirmBrowserScreen = ({ code, onSpent }: ConfirmBrowserScreenProps) => {
  const confirm = trpc.accounts.confirmBrowser.useMutation({
    onSuccess: onSpent,
    onError: (error) => {
      if (!mayRecover(error)) onSpent();
    },
  });

  if (confirm.isSuccess)
    return (
      <StepPanel icon={MonitorCheck} kind="good" title={SIGN_IN.browserTitle}>
        <output
          ref={takeFocus}
          tabIndex={-1}
          className="block text-lg text-pretty text-ink outline-none"
        >
          {confirm.data}
        </output>
        <ToLogin label={ACCOUNT_SCREENS.goToLogin} />
      </StepPanel>
    );
  const failure = confirm.isError ? sendProblem(confirm.error, MESSAGES.unexpected).sentence : null;
  const problem = code === null ? LOGIN.browserCodeInvalid : failure;
  const mayHelp = code !== null && (!confirm.isError || mayRecover(confirm.error));
  return (
    <StepPanel
      icon={problem === null ? Monitor : MonitorX}
      kind={problem === null ? "wait" : "bad"}
      title={SIGN_IN.browserTitle}
    >
      {problem === null && <p className="text-lg text-pretty text-muted">{LOGIN.browserText}</p>}
      {problem !== null && (
        <Alert kind="error" className="text-left">
          {problem}
        </Alert>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {mayHelp && (
          <Button
            size="lg"
            isBusy={confirm.isPending}
            onClick={() => code !== null && confirm.mutate({ code })}
          >
            {problem === null ? LOGIN.confirmBrowser : "Try again"}
          </Button>
        )}
        {problem !== null && <ToLogin label={ACCOUNT_SCREENS.backToLogin} isQuiet={mayHelp} />}
      </div>
    </StepPanel>
  );
};
