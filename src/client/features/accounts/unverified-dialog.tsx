import { MailWarning } from "lucide-react";
import { Emblem } from "#client/components/step-panel.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { toast } from "#client/lib/toast.ts";
import { VERIFICATION, LOGIN } from "#shared/account-messages.ts";
import { ResendForm } from "./resend-screen.tsx";

type UnverifiedDialogProps = {
  email: string;
  onClose: () => void;
  /** Puts the focus back to where the person goes on. */
  onClosed: () => void;
};

/** Tells who logs in too early what is missing, and sends the mail again [SESS-15]. */
export const UnverifiedDialog = ({ email, onClose, onClosed }: UnverifiedDialogProps) => (
  <Dialog open onOpenChange={onClose}>
    <DialogContent
      className="max-w-lg"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    >
      <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
        <Emblem icon={MailWarning} kind="wait" />
        <DialogTitle className="headline pr-8 text-4xl">{LOGIN.unverifiedTitle}</DialogTitle>
        <DialogDescription className="leading-relaxed text-pretty text-muted">
          {LOGIN.unverifiedText}
        </DialogDescription>
        <ResendForm
          email={email}
          failure={VERIFICATION.resendFailed}
          onSent={() => {
            toast("success", VERIFICATION.resent);
            onClose();
          }}
        />
      </div>
    </DialogContent>
  </Dialog>
);
