import { useEffect, useState } from "react";
import { tabStorage } from "./storage.ts";

const KEY = "lynxdenNotice";

/** Leaves a message for the screen that comes next; it outlives a redirect and a reload. */
export const leaveNotice = (text: string) => {
  tabStorage.setItem(KEY, text);
};

/** Takes back what was left. */
export const dropNotice = () => tabStorage.removeItem(KEY);

/** The message that was left for this screen, to be shown in an alert; gone with the screen. */
export const useNotice = (): string | null => {
  const [notice] = useState(() => tabStorage.getItem(KEY));
  useEffect(dropNotice, []);
  return notice;
};
