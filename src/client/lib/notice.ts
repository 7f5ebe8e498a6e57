import { useEffect, useState } from "react";

const KEY = "lynxdenNotice";

let kept: string | null = null;

/** Leaves a message for the screen that comes next; it outlives a redirect and a reload. */
export const leaveNotice = (text: string) => {
  kept = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // The browser denies its storage: the message then outlives a redirect, but no reload.
  }
};

/** Takes back what was left. */
export const dropNotice = () => {
  kept = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Denied as above.
  }
};

const readNotice = (): string | null => {
  try {
    return kept ?? sessionStorage.getItem(KEY);
  } catch {
    return kept;
  }
};

/** The message that was left for this screen, to be shown in an alert; gone with the screen. */
export const useNotice = (): string | null => {
  const [notice] = useState(readNotice);
  useEffect(dropNotice, []);
  return notice;
};
