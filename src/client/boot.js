// The page's first script, before anything is painted. Not bundled: scripts/client/bundle.ts copies
// it and says in `data-…` what there is to start.
{
  // Says in `html[data-session]` whether somebody seems to be signed in: styles.css then shows the
  // members' half of what the server rendered for everybody.
  try {
    const [, claims] = localStorage.getItem("authToken").split(".");
    const { exp } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    if (exp > Date.now() / 1000) document.documentElement.dataset.session = "";
  } catch {
    // No token, or none of ours: a guest.
  }

  // Starts the application: at once where the page is empty, else when what it shows has arrived.
  const LONGEST_WAIT_MS = 3000;
  const { main } = document.currentScript.dataset;
  let isStarted = false;

  // Its name stands in shared/constants/trusted-types.ts: nothing else may make scripts of addresses.
  const { trustedTypes } = window;
  const policy = trustedTypes?.createPolicy("start", {
    createScriptURL: (url) => (url === main ? url : null),
  });
  const trusted = (url) => policy?.createScriptURL(url) ?? url;

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = trusted(main);
    document.head.append(script);
  };

  document.addEventListener("DOMContentLoaded", () => {
    const isRendered = document.querySelector("#app").firstElementChild !== null;
    if (!isRendered) start();
    else {
      window.addEventListener("load", () => setTimeout(start));
      setTimeout(start, LONGEST_WAIT_MS);
    }
  });
}
