import { Link, useNavigate } from "@tanstack/react-router";
import { MailCheck, MailSearch, MailX } from "lucide-react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useAfter } from "#client/lib/use-after.ts";
import { VERIFIED_REDIRECT_MS } from "#shared/constants/timings.ts";
import { VERIFICATION } from "#shared/messages.ts";
import { StepPanel } from "#client/components/step-panel.tsx";
import { useVerification } from "./use-verification.ts";

/** Where the link of a verification mail leads (public §2, §4, §8). */
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
        <output className="block text-lg text-muted">
          One moment, we are checking your code...
        </output>
      </StepPanel>
    );
  if (verification.step === "done")
    return (
      <StepPanel icon={MailCheck} kind="good" title="You're in">
        <output className="block text-lg text-pretty text-bone">{VERIFICATION.verified}</output>
        <Button asChild size="lg">
          <Link to="/login" replace>
            Go to login
          </Link>
        </Button>
      </StepPanel>
    );
  const { problem, mayRecover, again } = verification;
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
        {problem === VERIFICATION.codeUsed && (
          <Button asChild size="lg">
            <Link to="/login">Go to login</Link>
          </Button>
        )}
        <Button asChild size="lg" variant="outline">
          <Link to="/resend-verification">Resend verification email</Link>
        </Button>
      </div>
    </StepPanel>
  );
};
