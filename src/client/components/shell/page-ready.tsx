import { useEffect } from "react";

/**
 * Says, once it is alive, that what the server rendered around it now answers: `html[data-ready]`. What
 * may change the page waits for it, and so do browser tests. It stands where what is shown is: React makes
 * the frame of the page alive first, and a screen in it later.
 */
export const PageReady = () => {
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return null;
};
