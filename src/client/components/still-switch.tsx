import { SHELL } from "#shared/messages.ts";

const STILL = "data-still";

/** What was chosen elsewhere holds here; what was ticked before the page was alive holds everywhere. */
const adopt = (input: HTMLInputElement | null) => {
  if (input === null) return;
  const { documentElement } = document;
  if (input.checked) documentElement.setAttribute(STILL, "");
  else input.checked = documentElement.hasAttribute(STILL);
};

/** Stops what moves on and on by itself: the style sheet goes by the attribute of the page. */
export const StillSwitch = () => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-muted transition-colors hover:text-ink motion-reduce:hidden print:hidden">
    <input
      type="checkbox"
      ref={adopt}
      onChange={({ target }) => document.documentElement.toggleAttribute(STILL, target.checked)}
      aria-label={SHELL.pauseMotion}
      className="size-4 accent-accent"
    />
    {SHELL.pauseMotion}
  </label>
);
