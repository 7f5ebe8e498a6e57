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

/** The same for the frame: a browser that goes to an anchor in it would scroll the screen around it, too. */
export const framedAddress = (address: string): string => {
  const [path = "", hash] = address.split("#");
  return `${previewAddress(path)}${hash === undefined ? "" : `=${hash}`}`;
};

let isShown = false;
/** Where the page began: the router takes the parameter out of the address. */
let place = "";

/** Whether this page shows the drafts: as long as it lives, wherever one goes on it. */
export const isPreview = (): boolean => isShown;

const parameter = () => new URLSearchParams(window.location.search).get(PARAMETER);

/** Reads from the page itself whether it is to show the drafts; `main.tsx` does so first of all. */
export const readPreview = (): boolean => {
  isShown = window.name === PREVIEW_FRAME || parameter() !== null;
  place = parameter() ?? "";
  return isShown;
};

/** The anchor at which a page in the frame begins; "" for its top. */
export const previewPlace = (): string => place;

/** The anchor at which the list of notifications is shown as to somebody who has none. */
export const NOTHING_TOLD = "nothing-told";

/** Acts whenever the screen around the frame has saved a draft. */
export const onPreviewNews = (act: () => void): void => {
  window.addEventListener("message", ({ origin, data }) => {
    if (origin === window.location.origin && data === PREVIEW_NEWS) act();
  });
};
