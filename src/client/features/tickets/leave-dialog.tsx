import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { TICKET_FORM } from "#shared/ticket-messages.ts";

type LeaveDialogProps = { onLeave: () => void; onStay: () => void };

/** Asks before what was typed is lost. */
const LeaveDialog = ({ onLeave, onStay }: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen
    title={TICKET_FORM.leaveTitle}
    text={TICKET_FORM.leaveText}
    action="Leave"
    isBusy={false}
    onConfirm={onLeave}
    onClose={onStay}
  />
);

export default LeaveDialog;
