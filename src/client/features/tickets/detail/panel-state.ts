import { useState } from "react";

const KEY = "lynxdenTicketPanel";
const PHONE = "(width < 48rem)";

const initially = (): boolean => {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null) return kept === "open";
  } catch {
    // The browser denies its storage: the panel begins as the screen suggests.
  }
  return !matchMedia(PHONE).matches;
};

/** Whether the panel of a ticket is open: as it was left in this tab; at first, but on a phone, it is. */
export const usePanel = (): { isOpen: boolean; toggle: () => void } => {
  const [isOpen, setOpen] = useState(initially);
  const toggle = () => {
    setOpen(!isOpen);
    try {
      sessionStorage.setItem(KEY, isOpen ? "closed" : "open");
    } catch {
      // Denied as above.
    }
  };
  return { isOpen, toggle };
};
