import { Link } from "@tanstack/react-router";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { VERIFICATION } from "#shared/messages.ts";
import { Outcome } from "./outcome.tsx";
import { ResendForm } from "./resend-form.tsx";
import { StepPanel } from "#client/components/step-panel.tsx";
import { TEXT_LINK } from "./text-link.ts";

/** Sends the verification mail again to whoever did not get it (public §2, §8). */
export const ResendScreen = () => {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <StepPanel icon={MailPlus} kind="wait" title="Resend Verification">
      <p className="text-lg text-pretty text-muted">
        Did the mail get lost on the way? Tell us your address and we send a new one. Older links
        stop working then.
      </p>
      <div className="w-full text-left">
        {sent === null ? (
          <ResendForm failure={VERIFICATION.resendFailedLater} onSent={setSent} />
        ) : (
          <Outcome>
            <Alert kind="success">{sent}</Alert>
            <Button variant="outline" size="lg" onClick={() => setSent(null)}>
              Send it once more
            </Button>
          </Outcome>
        )}
      </div>
      <Link to="/login" className={TEXT_LINK}>
        Back to login
      </Link>
    </StepPanel>
  );
};
