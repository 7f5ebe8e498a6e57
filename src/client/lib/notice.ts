import { useSyncExternalStore } from "react";
import { createEmitter } from "./emitter.ts";
import { tabStorage } from "./storage.ts";

const KEY = "lynxdenNotice";
const changes = createEmitter();

/**
 * Leaves a message for the login screen, which comes next or is there already. It outlives redirects,
 * of which there may be several, and a reload: `dropNotice` ends it.
 */
export const leaveNotice = (text: string) => {
  tabStorage.setItem(KEY, text);
  changes.emit();
};

/** Takes back what was left: somebody has signed in, or has gone on from the login screen. */
export const dropNotice = () => {
  tabStorage.removeItem(KEY);
  changes.emit();
};

const read = () => tabStorage.getItem(KEY);

/** The message that was left for this screen, to be shown in an alert; null for none. */
export const useNotice = (): string | null => useSyncExternalStore(changes.subscribe, read, read);
