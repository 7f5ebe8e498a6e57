const MARK = "lynxdenReloadedAt";
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** True for the errors by which the browsers say that a script of the page could not be loaded. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|failed to load module/i.test(
    error.message,
  );

/**
 * Reloads the page to get the present build's scripts, but not again and again.
 * @returns false where the page was reloaded for this reason a moment ago.
 */
export const reloadForNewBuild = (): boolean => {
  const last = Number(sessionStorage.getItem(MARK));
  if (Date.now() - last < RELOAD_AGAIN_AFTER_MS) return false;
  sessionStorage.setItem(MARK, String(Date.now()));
  window.location.reload();
  return true;
};
