import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import type { PasswordLink } from "#shared/schemas/people.ts";

const WORDS = PEOPLE_SCREEN.passwordLink;

const stay = (event: Event) => event.preventDefault();

type PasswordLinkDialogProps = { made: PasswordLink; onClose: () => void };

/** The link itself, this once: neither a click beside it nor Escape loses it. */
export const PasswordLinkDialog = ({ made, onClose }: PasswordLinkDialogProps) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(made.link)) {
      setIsCopied(true);
      toast("success", MESSAGES.copied, "admin");
    } else toast("error", WORDS.copyRefused, "admin");
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={stay} onEscapeKeyDown={stay}>
        <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
          <div className="min-w-0">
            <DialogTitle className="headline pr-10 text-4xl">{WORDS.title}</DialogTitle>
            <DialogDescription className="mt-2 text-pretty text-muted">
              {WORDS.shownOnce(exactTime(new Date(made.expiresAt)))}
            </DialogDescription>
          </div>
          <code className="block rounded-lg border border-accent/50 bg-ground-950 p-4 font-mono text-[0.95rem] break-all text-accent-strong select-all">
            {made.link}
          </code>
          <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
            <Button onClick={() => void copy()}>
              <Icon aria-hidden />
              {WORDS.copy}
            </Button>
            <DialogClose asChild>
              <Button variant="outline">{WORDS.done}</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
};
