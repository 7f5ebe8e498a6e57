import { useRef } from "react";

/**
 * Gives the focus back to whatever had it before a dialog opened. Radix does so only for dialogs with
 * a trigger of its own, and ours are loaded when they are first opened.
 */
export const useReturnFocus = () => {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
};
