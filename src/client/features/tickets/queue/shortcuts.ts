import { useEffect, useEffectEvent, useState } from "react";
import { browserStorage } from "#client/lib/storage.ts";

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
