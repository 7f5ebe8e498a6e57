import { ARCHIVE_KEPT_MS } from "./constants/accounts.ts";
import { DAY_MS } from "./constants/time.ts";
import { byteText } from "./rules/format.ts";

const KEPT_DAYS = ARCHIVE_KEPT_MS / DAY_MS;

/** The page inside the archive. */
export const ARCHIVE_PAGE = {
  title: (brand: string) => `Your data at ${brand}`,
  /** @param timezone by which all times on the page go. */
  madeFor: (name: string, at: string, timezone: string) =>
    `Made for ${name} on ${at}. All times are those of ${timezone}.`,
  leftOut:
    "The same is in data.json, for programs. Hashes of passwords, codes and what opens a session are not in here, nor are other people's addresses or the team's own notes.",
  contents: "Contents",
  nothing: "Nothing.",
  yes: "yes",
  no: "no",
} as const;

/** "Download my data". */
export const ARCHIVES = {
  title: "Download my data",
  text: `One file with everything that we keep about you: as a page to read, as JSON for programs, and your pictures. Making it takes a few minutes; after that you have ${KEPT_DAYS} days to download it.`,
  ask: "Prepare my data",
  askAgain: "Prepare it anew",
  tryAgain: "Try again",
  waiting:
    "Your data is being put together. You can leave this page: we tell you when it is ready.",
  ready: "Your data is ready.",
  size: "Size",
  until: "Available until",
  madeOn: "Made on",
  download: "Download",
  failed: "Your data could not be put together. Please try again.",
  expired: "The last file has expired and was deleted.",
  asked: "We are preparing your data.",
  missing: "There is no file to download. Ask for a new one.",
  loadFailed: "We could not look up your downloads.",
  sizeText: byteText,
  downloadFailed: "The file could not be downloaded. Please try again.",
} as const;

/** What tells somebody that their archive can be downloaded. */
export const ARCHIVE_NOTICE = {
  subject: "Your data is ready",
  mailSubject: (brand: string) => `Your data at ${brand} is ready`,
  message: (until: string) =>
    `The file with everything that we keep about you is ready. You can download it in your settings until ${until}.`,
  mailIntro: (brand: string) =>
    `You asked ${brand} for everything that we keep about you. The file is ready.`,
  mailAction: "Download my data",
  mailLife: (until: string) =>
    `You find it in your settings until ${until}; after that it is deleted. You log in to download it: the file itself is never mailed.`,
  mailNotYou:
    "You did not ask for it? Then someone is logged in to your account: change your password, which logs them out.",
  mailReason: (brand: string) => `You got this email because your data at ${brand} was asked for.`,
} as const;

/** What the file is called. @param readyAt when it was made, as ISO 8601. */
export const archiveName = (readyAt: string): string => `my-data-${readyAt.slice(0, 10)}.zip`;
