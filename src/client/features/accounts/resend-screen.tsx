import { Link } from "@tanstack/react-router";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { VERIFY_SCREEN, ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { VERIFICATION } from "#shared/messages.ts";
import { Outcome } from "./outcome.tsx";
import { ResendForm } from "./resend-form.tsx";
import { TEXT_LINK } from "./text-link.ts";

/** Sends the verification mail again to whoever did not get it [ACC-12]. */
export const ResendScreen = () => {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <StepPanel icon={MailPlus} kind="wait" title="Resend Verification">
      <p className="text-lg text-pretty text-muted">{VERIFY_SCREEN.resendText}</p>
      <div className="w-full text-left">
        {sent === null ? (
          <ResendForm failure={VERIFICATION.resendFailedLater} onSent={setSent} />
        ) : (
          <Outcome>
            <Alert kind="success">{sent}</Alert>
            <Button variant="outline" size="lg" onClick={() => setSent(null)}>
              {VERIFY_SCREEN.sendOnceMore}
            </Button>
          </Outcome>
        )}
      </div>
      <Link to="/login" className={TEXT_LINK}>
        {ACCOUNT_SCREENS.backToLogin}
      </Link>
    </StepPanel>
  );
};
