import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";

type LeaveDialogProps = { onLeave: () => void; onStay: () => void };

/** Asks before what was typed is lost. */
const LeaveDialog = ({ onLeave, onStay }: LeaveDialogProps) => (
  <ConfirmDialog
    isOpen
    title="Leave without saving?"
    text="What you have changed on this ticket is not saved yet, and is lost when you go."
    action="Leave"
    isBusy={false}
    onConfirm={onLeave}
    onClose={onStay}
  />
);

export default LeaveDialog;
