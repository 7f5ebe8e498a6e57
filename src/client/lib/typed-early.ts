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
