import { useEffect, useState } from "react";
import { createEmitter } from "./emitter.ts";
import { tabStorage } from "./storage.ts";

const KEY = "lynxdenNotice";
const left = createEmitter();

/**
 * Leaves a message for the screen that comes next, or that is there already; it outlives a redirect
 * and a reload.
 */
export const leaveNotice = (text: string) => {
  tabStorage.setItem(KEY, text);
  left.emit();
};

/** Takes back what was left. */
export const dropNotice = () => tabStorage.removeItem(KEY);

/** The message that was left for this screen, to be shown in an alert; gone with the screen. */
export const useNotice = (): string | null => {
  const [notice, setNotice] = useState(() => tabStorage.getItem(KEY));
  useEffect(() => {
    const take = () => {
      const text = tabStorage.getItem(KEY);
      dropNotice();
      if (text !== null) setNotice(text);
    };
    take();
    // The screen may be there a moment before what led to it is heard of from another tab.
    return left.subscribe(take);
  }, []);
  return notice;
};
