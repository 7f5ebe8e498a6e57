import { useEffect } from "react";

/**
 * Says, once it is alive, that what the server rendered around it now answers: `html[data-ready]`. What
 * may change the page waits for it, and so do browser tests. It stands where what is shown is: React makes
 * the frame of the page alive first, and a screen in it later.
 */
export const PageReady = () => {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["ready"] = "";
    // Where boot.js has not asked for the fonts yet: they would have come in the way of the scripts.
    dataset["painted"] = "";
  }, []);
  return null;
};
