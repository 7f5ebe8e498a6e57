import { useRef } from "react";

/**
 * Gives the focus back to whatever had it before a dialog opened. Radix does so only for dialogs with
 * a trigger of its own, and ours are loaded when they are first opened.
 */
export const useReturnFocus = () => {
  const opener = useRef<Element | null>(null);
  const neighbour = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
      const row = opener.current?.closest("li");
      neighbour.current = row?.nextElementSibling ?? row?.previousElementSibling ?? null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Radix tells of the close a task after the dialog is gone: who pressed a key or a button in
      // between stays where that led to.
      const current = document.activeElement;
      if (current !== null && current !== document.body) return;
      // What opened it may be gone, with the row that it stood in: then it is the next row's turn. Nor
      // is anything gained where nothing had the focus.
      const target =
        opener.current?.isConnected === true && opener.current !== document.body
          ? opener.current
          : ([...(neighbour.current?.querySelectorAll("button") ?? [])].findLast(
              (button) => button.isConnected,
            ) ?? document.querySelector("#main"));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
};
