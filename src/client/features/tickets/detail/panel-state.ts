import { useState } from "react";
import { tabStorage } from "#client/lib/storage.ts";

const KEY = "lynxdenTicketPanel";
const PHONE = "(width < 48rem)";

const initially = (): boolean => {
  const kept = tabStorage.getItem(KEY);
  return kept === null ? !matchMedia(PHONE).matches : kept === "open";
};

/** Whether the panel of a ticket is open: as it was left in this tab; at first, but on a phone, it is. */
export const usePanel = (): { isOpen: boolean; toggle: () => void } => {
  const [isOpen, setOpen] = useState(initially);
  const toggle = () => {
    setOpen(!isOpen);
    tabStorage.setItem(KEY, isOpen ? "closed" : "open");
  };
  return { isOpen, toggle };
};
