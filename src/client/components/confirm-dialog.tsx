import type { ReactNode } from "react";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "./ui/dialog.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  text: ReactNode;
  /** What the button says that does it. */
  action: string;
  /** False where nothing is lost by it. */
  isDangerous?: boolean;
  isBusy: boolean;
  /** True while there is nothing yet that could be done. */
  isBlocked?: boolean;
  /** Why it did not work, if it did not. */
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back; stays open until it is done. */
export const ConfirmDialog = ({
  isOpen,
  title,
  text,
  action,
  isDangerous = true,
  isBusy,
  isBlocked = false,
  error = null,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => (
  <AlertDialog open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
    <AlertDialogContent>
      <AlertDialogTitle>{title}</AlertDialogTitle>
      <AlertDialogDescription asChild>
        <div className="space-y-3">{text}</div>
      </AlertDialogDescription>
      {error !== null && <Alert>{error}</Alert>}
      <AlertDialogFooter>
        <AlertDialogCancel asChild>
          <Button variant="outline" disabled={isBusy}>
            Cancel
          </Button>
        </AlertDialogCancel>
        <Button
          variant={isDangerous ? "danger" : "primary"}
          isBusy={isBusy}
          disabled={isBlocked}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </AlertDialogFooter>
    </AlertDialogContent>
  </AlertDialog>
);
