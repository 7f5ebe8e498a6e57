const MARK = "lynxdenReloadedAt";
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** True for the errors by which the browsers say that a script of the page could not be loaded. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|failed to load module/i.test(
    error.message,
  );

/** False where the page was reloaded for a missing script a moment ago: it would go on and on. */
export const mayReload = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(MARK)) >= RELOAD_AGAIN_AFTER_MS;

/** Reloads the page to get the present build's scripts. */
export const reloadForNewBuild = () => {
  sessionStorage.setItem(MARK, String(Date.now()));
  window.location.reload();
};
