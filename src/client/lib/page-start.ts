import type { RouterHistory } from "@tanstack/react-router";

const keyOfEntry = () => (window.history.state as { __TSR_key?: string } | null)?.__TSR_key;

/**
 * Chromium at times goes back without a `popstate`, where Back follows at once after a page was
 * added: the address changes, and the screen would stay. Its Navigation API knows of it all the same.
 */
export const reportMissedPopstate = (history: RouterHistory) => {
  // Where a screen asks before it is left, Back was told of, and the router stays where it is.
  let toldOf: string | undefined;
  window.addEventListener("popstate", () => {
    toldOf = keyOfEntry();
  });
  window.navigation?.addEventListener("navigatesuccess", () => {
    // After whatever the router is about to write into the browser's history.
    setTimeout(() => {
      const key = keyOfEntry();
      if (key === history.location.state.__TSR_key) {
        // It has arrived. Another way back to the same entry is told of anew, or missed.
        toldOf = undefined;
        return;
      }
      if (key === undefined || key === toldOf) return;
      dispatchEvent(new PopStateEvent("popstate", { state: window.history.state as unknown }));
    });
  });
};

const find = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);

/** Not by the field's own setter: React would take the value for one that it has set itself. */
const setValue = (field: HTMLInputElement, value: string) =>
  Reflect.set(HTMLInputElement.prototype, "value", value, field);

/**
 * What was done in a form that the server rendered, before the application draws the same one.
 * @param shell the rendered screen.
 * @returns does the same in the application's form: to be called once that is there.
 */
export const takeTypedEarly = (shell: Element): (() => void) => {
  const fields = [...shell.querySelectorAll("input")].map(({ name, value }) => ({ name, value }));
  const focused = document.activeElement instanceof HTMLInputElement && document.activeElement.name;
  const wasSent = shell.querySelector("form[data-sent]") !== null;
  return () => {
    for (const { name, value } of fields) {
      const field = value === "" ? null : find(name);
      if (field === null) continue;
      setValue(field, value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (typeof focused === "string") find(focused)?.focus();
    if (wasSent) document.querySelector("form")?.requestSubmit();
  };
};
