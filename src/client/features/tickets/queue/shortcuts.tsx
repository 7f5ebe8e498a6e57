import { useEffect, useEffectEvent, useId, useState } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { browserStorage } from "#client/lib/storage.ts";
import { QUEUE_KEYS, QUEUE_SCREEN } from "#shared/desk-messages.ts";

const KEY = "lynxdenQueueKeys";

/** Whether single keys do something in the queue: kept in this browser, on at first. */
export const useShortcutsSwitch = () => {
  const [isOn, setIsOn] = useState(() => browserStorage.getItem(KEY) !== "off");
  const set = (next: boolean) => {
    setIsOn(next);
    browserStorage.setItem(KEY, next ? "on" : "off");
  };
  return [isOn, set] as const;
};

/** Where keys are typed, or mean something already. */
const TAKEN = [
  "input:not([type=checkbox])",
  "textarea",
  "select",
  "[contenteditable=true]",
  ...["menu", "tab", "listbox", "combobox"].map((role) => `[role=${role}]`),
].join();
/** A dialog that is closing takes no keys any more. */
const DIALOG = ["dialog", "alertdialog"]
  .map((role) => `[role=${role}]:not([data-state=closed])`)
  .join();
/** What goes on while a key is held; anything else is done once. */
const HELD = new Set(["j", "k", "ArrowDown", "ArrowUp"]);
/** What Enter and the space bar press. */
const PRESSED = ["a", "button", "summary", "[role=checkbox]"].join();

/** Has single keys act while nobody types; Escape leaves what is typed in. @param acts by the key, as browsers name it. */
export const useShortcuts = (isOn: boolean, acts: Readonly<Record<string, () => void>>): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.key === "Escape" && target instanceof HTMLTextAreaElement) {
      target.blur();
      return;
    }
    if (event.repeat && !HELD.has(event.key)) return;
    if (target instanceof Element && target.closest(TAKEN) !== null) return;
    if (event.key === "Enter" && target instanceof Element && target.closest(PRESSED) !== null)
      return;
    if (document.querySelector(DIALOG) !== null) return;
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
};

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
