import { Link } from "@tanstack/react-router";
import { PartyPopper } from "lucide-react";
import { Emblem } from "#client/components/step-panel.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { CHECKOUT } from "#shared/shop-messages.ts";

type ThanksDialogProps = { isOpen: boolean; onClose: () => void };

/** After a purchase that Tebex has confirmed [SHOP-17]. */
export const ThanksDialog = ({ isOpen, onClose }: ThanksDialogProps) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <DialogContent>
      <div className="flex flex-col items-center gap-4 overflow-y-auto px-6 pt-12 pb-8 text-center sm:px-12">
        <Emblem icon={PartyPopper} kind="good" />
        <DialogTitle className="headline text-4xl sm:text-5xl">{CHECKOUT.thanksTitle}</DialogTitle>
        <DialogDescription className="max-w-md leading-relaxed text-pretty text-muted">
          {CHECKOUT.thanksText}
        </DialogDescription>
        <div className="mt-3 flex w-full flex-col-reverse gap-3 sm:w-auto sm:flex-row">
          <Button asChild variant="outline">
            <Link to="/member/accountsettings" search={{ tab: "Accounts" }} onClick={onClose}>
              {CHECKOUT.connect}
            </Link>
          </Button>
          <DialogClose asChild>
            <Button className="sm:px-10">OK</Button>
          </DialogClose>
        </div>
      </div>
    </DialogContent>
  </Dialog>
);
