import { SHELL } from "#shared/messages.ts";

/** Stops what moves on and on by itself: the style sheet looks whether it is checked. */
export const StillSwitch = () => (
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-muted transition-colors hover:text-ink motion-reduce:hidden print:hidden">
    <input
      type="checkbox"
      data-still
      aria-label={SHELL.pauseMotion}
      className="size-4 accent-accent"
    />
    {SHELL.pauseMotion}
  </label>
);
