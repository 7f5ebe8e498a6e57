import { Check, Copy } from "lucide-react";
import { useCopy } from "#client/lib/clipboard.ts";
import { Button } from "./ui/button.tsx";
import { DialogClose, DialogDescription, DialogTitle } from "./ui/dialog.tsx";

type ShownOnceProps = {
  title: string;
  text: string;
  secret: string;
  /** What the button says that copies it. */
  copyLabel: string;
  /** What is said where the browser does not let us copy. */
  refused: string;
};

/** The inside of a dialog with a secret that is shown this once: it can be copied, and that is all. */
export const ShownOnce = ({ title, text, secret, copyLabel, refused }: ShownOnceProps) => {
  const { isCopied, copy } = useCopy(secret, "address", { refused, area: "admin" });
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
      <div className="min-w-0">
        <DialogTitle className="headline pr-10 text-4xl wrap-anywhere">{title}</DialogTitle>
        <DialogDescription className="mt-2 text-pretty text-muted">{text}</DialogDescription>
      </div>
      <code className="block rounded-lg border border-accent/50 bg-ground-950 p-4 font-mono text-[0.95rem] break-all text-accent-strong select-all">
        {secret}
      </code>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
        <Button onClick={copy}>
          <Icon aria-hidden />
          {copyLabel}
        </Button>
        <DialogClose asChild>
          <Button variant="outline">Done</Button>
        </DialogClose>
      </div>
    </div>
  );
};
