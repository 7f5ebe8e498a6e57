/** The name of the frame in which an Admin looks at pages with the drafts. */
export const PREVIEW_FRAME = "site-preview";

/** What that frame is told when a draft was saved. */
export const PREVIEW_NEWS = "site-draft-saved";

/** Goes with every call of a page that shows the drafts. */
export const PREVIEW_HEADER = { "x-site-draft": "1" } as const;

const PARAMETER = "preview";

/** The address of a page with the drafts. */
export const previewAddress = (address: string): string => {
  const [path = "", hash] = address.split("#");
  const query = `${path.includes("?") ? "&" : "?"}${PARAMETER}`;
  return `${path}${query}${hash === undefined ? "" : `#${hash}`}`;
};

let isShown = false;

/** Whether this page shows the drafts: as long as it lives, wherever one goes on it. */
export const isPreview = (): boolean => isShown;

/** Reads from the page itself whether it is to show the drafts; `main.tsx` does so first of all. */
export const readPreview = (): boolean => {
  const asked = new URLSearchParams(window.location.search).has(PARAMETER);
  isShown = window.name === PREVIEW_FRAME || asked;
  return isShown;
};

/** Acts whenever the screen around the frame has saved a draft. */
export const onPreviewNews = (act: () => void): void => {
  window.addEventListener("message", ({ origin, data }) => {
    if (origin === window.location.origin && data === PREVIEW_NEWS) act();
  });
};
