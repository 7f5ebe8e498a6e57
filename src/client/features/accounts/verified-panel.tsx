import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { StepPanel } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { ACCOUNT_SCREENS, VERIFICATION } from "#shared/account-messages.ts";

type VerifiedPanelProps = {
  /** The address that was proven, which the login fills in; null where it is not known. */
  email: string | null;
};

/** The address is proven: the way to the login. */
export const VerifiedPanel = ({ email }: VerifiedPanelProps) => (
  <StepPanel icon={MailCheck} kind="good" title="You're in">
    <output className="block text-lg text-pretty text-ink">{VERIFICATION.verified}</output>
    <Button asChild size="lg">
      <Link to="/login" replace state={{ email: email ?? undefined }}>
        {ACCOUNT_SCREENS.goToLogin}
      </Link>
    </Button>
  </StepPanel>
);
