/** The name of the frame in which an Admin looks at pages with the drafts. */
export const PREVIEW_FRAME = "site-preview";

/** What that frame is told when a draft was saved. */
export const PREVIEW_NEWS = "site-draft-saved";

const PARAMETER = "preview";
const VERSION = "version";

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

/** The address of the home page as a version had it. */
export const versionAddress = (id: number): string => `/?${PARAMETER}&${VERSION}=${id}`;

let isShown = false;
/** Which version is shown in place of the drafts. */
let version: number | null = null;
/** Where the page began: the router takes the parameter out of the address. */
let place = "";

/** Whether this page shows the drafts or a version: as long as it lives, wherever one goes on it. */
export const isPreview = (): boolean => isShown;

/** The version that this page shows; null where it shows the drafts, or what is published. */
export const previewedVersion = (): number | null => version;

/** Goes with every call of a page that shows the drafts or a version. */
export const previewHeader = (): Record<string, string> =>
  version === null ? { "x-site-draft": "1" } : { "x-site-version": String(version) };

/** Reads from the page itself whether it is to show the drafts; `main.tsx` does so first of all. */
export const readPreview = (): boolean => {
  const asked = new URLSearchParams(window.location.search);
  const [anchor, id] = [asked.get(PARAMETER), asked.get(VERSION)];
  isShown = window.name === PREVIEW_FRAME || anchor !== null;
  place = anchor ?? "";
  version = isShown && id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null;
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
