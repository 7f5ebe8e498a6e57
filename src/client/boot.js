// Starts the application: at once where the page is empty, else when what it shows has arrived.
// Not bundled: scripts/client/bundle.ts copies it and says in `data-…` what there is to start.
{
  const LONGEST_WAIT_MS = 3000;
  const { main, parts } = document.currentScript.dataset;
  let isStarted = false;

  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const part of parts.split(" ")) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.crossOrigin = "";
      link.href = part;
      document.head.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = main;
    document.head.append(script);
  };

  const isRendered = document.querySelector("#app").firstElementChild !== null;
  if (!isRendered || document.readyState === "complete") start();
  else {
    window.addEventListener("load", () => setTimeout(start));
    setTimeout(start, LONGEST_WAIT_MS);
  }
}
