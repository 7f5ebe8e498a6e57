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
      // What opened it may be gone, with the row that it stood in.
      const target =
        opener.current?.isConnected === true ? opener.current : document.querySelector("#main");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
};
