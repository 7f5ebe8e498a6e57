import { Link, useNavigate } from "@tanstack/react-router";
import { MailCheck, MailSearch, MailX } from "lucide-react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useAfter } from "#client/lib/use-after.ts";
import { VERIFY_SCREEN, ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { VERIFIED_REDIRECT_MS } from "#shared/constants/timings.ts";
import { VERIFICATION } from "#shared/messages.ts";
import { useVerification } from "./use-verification.ts";

/** Where the link of a verification mail leads [SESS-22]. */
export const VerifyEmailScreen = ({ code }: { code: string | null }) => {
  const navigate = useNavigate();
  const verification = useVerification(code);
  const isDone = verification.step === "done";
  useAfter(
    isDone ? VERIFIED_REDIRECT_MS : null,
    () => void navigate({ to: "/login", replace: true }),
  );

  if (verification.step === "checking")
    return (
      <StepPanel icon={MailSearch} kind="wait" title="Verify Email">
        <output className="block text-lg text-muted">{VERIFY_SCREEN.checking}</output>
      </StepPanel>
    );
  if (verification.step === "done")
    return (
      <StepPanel icon={MailCheck} kind="good" title="You're in">
        <output className="block text-lg text-pretty text-bone">{VERIFICATION.verified}</output>
        <Button asChild size="lg">
          <Link to="/login" replace>
            {ACCOUNT_SCREENS.goToLogin}
          </Link>
        </Button>
      </StepPanel>
    );
  const { problem, isUsed, mayRecover, again } = verification;
  return (
    <StepPanel icon={MailX} kind="bad" title="Verify Email">
      <Alert kind="error" className="text-left">
        {problem}
      </Alert>
      <div className="flex flex-wrap justify-center gap-3">
        {mayRecover && (
          <Button size="lg" onClick={again}>
            Try again
          </Button>
        )}
        {isUsed && (
          <Button asChild size="lg">
            <Link to="/login">{ACCOUNT_SCREENS.goToLogin}</Link>
          </Button>
        )}
        <Button asChild size="lg" variant="outline">
          <Link to="/resend-verification">{VERIFY_SCREEN.resend}</Link>
        </Button>
      </div>
    </StepPanel>
  );
};
