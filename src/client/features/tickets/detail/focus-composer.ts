/**
 * For a button of the thread that goes away when it is pressed: one goes on writing. Not with a finger,
 * where the keyboard would come up.
 */
export const focusComposer = (button: HTMLElement) => {
  if (!matchMedia("(pointer: coarse)").matches)
    button.closest("section")?.querySelector("textarea")?.focus({ preventScroll: true });
};
