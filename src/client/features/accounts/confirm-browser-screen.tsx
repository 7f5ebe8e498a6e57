import { Link } from "@tanstack/react-router";
import { Monitor, MonitorCheck, MonitorX } from "lucide-react";
import { FormProblem } from "#client/components/form-problem.tsx";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { isNetworkError, messageOf } from "#client/lib/api-error.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LOGIN, MESSAGES } from "#shared/messages.ts";

const ToLogin = ({ label }: { label: string }) => (
  <Button asChild size="lg">
    <Link to="/login" replace>
      {label}
    </Link>
  </Button>
);

/**
 * Where the link of a mail leads that makes a browser known. It asks first: programs that look
 * through mails open links too, and would use it up.
 * @param code of the mail; null is one that the address lacks.
 */
export const ConfirmBrowserScreen = ({ code }: { code: string | null }) => {
  const confirm = trpc.accounts.confirmBrowser.useMutation();

  if (confirm.isSuccess)
    return (
      <StepPanel icon={MonitorCheck} kind="good" title={LOGIN.browserTitle}>
        <output className="block text-lg text-pretty text-bone">{confirm.data}</output>
        <ToLogin label="Go to login" />
      </StepPanel>
    );
  const failure = isNetworkError(confirm.error) ? MESSAGES.networkError : messageOf(confirm.error);
  const problem = code === null ? LOGIN.browserCodeInvalid : confirm.isError ? failure : null;
  return (
    <StepPanel
      icon={problem === null ? Monitor : MonitorX}
      kind={problem === null ? "wait" : "bad"}
      title={LOGIN.browserTitle}
    >
      {problem === null && <p className="text-lg text-pretty text-muted">{LOGIN.browserText}</p>}
      <FormProblem problem={problem} />
      {code !== null && (
        <Button size="lg" isBusy={confirm.isPending} onClick={() => confirm.mutate({ code })}>
          {LOGIN.confirmBrowser}
        </Button>
      )}
      {problem !== null && <ToLogin label="Back to login" />}
    </StepPanel>
  );
};
