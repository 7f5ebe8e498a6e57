import { parse } from "bowser";

/** Longer ones are nobody's, and need not be searched. */
const USER_AGENT_MAX = 512;

/**
 * Browser and device in words, such as "Firefox on Windows" or "Safari on iPhone", for the list of
 * one's sessions. Nothing of what was sent is in it but names that are known.
 */
export const browserName = (userAgent: string | null): string => {
  if (userAgent === null || userAgent === "" || userAgent.length > USER_AGENT_MAX)
    return "Unknown browser";
  const { browser, os, platform } = parse(userAgent);
  // "Samsung Internet for Android" on Android.
  const name = (browser.name ?? "").replace(/ for Android$/, "");
  const isHandheld = platform.type === "mobile" || platform.type === "tablet";
  // Of other makers' devices browsers name none.
  const isNamed = isHandheld && platform.vendor === "Apple";
  const device = (isNamed ? platform.model : undefined) ?? os.name ?? "";
  if (name === "") return device === "" ? "Unknown browser" : `Unknown browser on ${device}`;
  return device === "" ? name : `${name} on ${device}`;
};
