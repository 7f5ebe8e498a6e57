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
import { toast } from "#client/lib/toast.ts";
import { BRIDGE_KEY_FORM } from "#shared/bridge-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { MadeBridgeKey } from "#shared/schemas/bridge.ts";
import { NewKeyForm } from "./new-key-form.tsx";

/** The key itself, this once. */
const MadeKey = ({ made: { name, key } }: { made: MadeBridgeKey }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(key)) {
      setIsCopied(true);
      toast("success", MESSAGES.copied, "admin");
    } else toast("error", BRIDGE_KEY_FORM.copyRefused, "admin");
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
      <div className="min-w-0">
        <DialogTitle className="headline pr-10 text-4xl wrap-anywhere">
          {BRIDGE_KEY_FORM.keyOf(name)}
        </DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">
          {BRIDGE_KEY_FORM.shownOnce}
        </DialogDescription>
      </div>
      <code className="block rounded-lg border border-amber/50 bg-night-950 p-4 font-mono text-[0.95rem] break-all text-amber-strong select-all">
        {key}
      </code>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button onClick={() => void copy()}>
          <Icon aria-hidden />
          {BRIDGE_KEY_FORM.copy}
        </Button>
        <DialogClose asChild>
          <Button variant="outline">Done</Button>
        </DialogClose>
      </div>
    </div>
  );
};

const stay = (event: Event) => event.preventDefault();

const Inside = () => {
  const [made, setMade] = useState<MadeBridgeKey | null>(null);
  return (
    // A click beside it must lose neither what was chosen nor the key.
    <DialogContent onInteractOutside={stay} onEscapeKeyDown={made === null ? undefined : stay}>
      {made === null ? <NewKeyForm onMade={setMade} /> : <MadeKey made={made} />}
    </DialogContent>
  );
};

/** Makes a key, and shows it once. */
export const NewKeyDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Inside />
  </Dialog>
);
