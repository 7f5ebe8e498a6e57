import { useId } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { QUEUE_KEYS, QUEUE_SCREEN } from "#shared/queue-messages.ts";

type HelpProps = {
  isOpen: boolean;
  onClose: () => void;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** What the keys do, and the switch that has them do nothing. */
export const ShortcutsHelp = ({ isOpen, onClose, isOn, onSwitch }: HelpProps) => {
  const id = useId();
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="max-w-md">
        <div className="overflow-y-auto p-6">
          <DialogTitle className="headline pr-10 text-2xl">{QUEUE_SCREEN.keys}</DialogTitle>
          <DialogDescription className="mt-1 text-muted">{QUEUE_SCREEN.keysHint}</DialogDescription>
          <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
            {QUEUE_KEYS.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt>
                  <kbd className="rounded-md border border-ground-600 bg-ground-850 px-2 py-0.5 text-sm">
                    {keys}
                  </kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <span className="mt-5 flex min-h-11 items-center gap-2.5">
            <Checkbox
              id={id}
              checked={isOn}
              onCheckedChange={(checked) => onSwitch(checked === true)}
            />
            <Label htmlFor={id}>{QUEUE_SCREEN.keysOn}</Label>
          </span>
        </div>
      </DialogContent>
    </Dialog>
  );
};
