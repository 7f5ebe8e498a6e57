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
