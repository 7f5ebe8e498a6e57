import { AppError } from "#server/core/errors.ts";
import { REFUSALS } from "#server/core/refusals.ts";

const PATH_MAX_LENGTH = 1024;
const URL_MAX_LENGTH = 8192;

/** Path of a request's address, as sent, without query and fragment. "" where there is none. */
export const pathOf = (url: string): string => {
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + "://".length);
  if (start < 0) return "";
  const end = url.indexOf("?", start);
  const path = end < 0 ? url.slice(start) : url.slice(start, end);
  const fragment = path.indexOf("#");
  return fragment < 0 ? path : path.slice(0, fragment);
};

const PLAIN = /^(?:\/[\w.~!$&'()*+,;=:@-]+)*\/?$/;
// A slash, a backslash or a NUL in disguise; no address of ours has one.
const DISGUISED = /%(?:2f|5c|00)/i;
// Control characters, and what browsers read as a slash.
const NOT_IN_A_PATH = /[\p{Cc}\\]/u;

const isWellFormed = (path: string): boolean => {
  if (!path.startsWith("/")) return false;
  if (PLAIN.test(path)) return true;
  if (path.includes("//") || DISGUISED.test(path)) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !NOT_IN_A_PATH.test(decoded) && !/(^|\/)\.{1,2}(\/|$)/.test(decoded);
  } catch {
    return false;
  }
};

/**
 * Refuses addresses that nobody types and no page links to, before anything interprets them.
 * @throws {AppError} `uri_too_long` or `bad_request`.
 */
export const checkTarget = (url: string, path: string): void => {
  if (path.length > PATH_MAX_LENGTH || url.length > URL_MAX_LENGTH)
    throw new AppError("uri_too_long", REFUSALS.addressTooLong);
  if (!URL.canParse(url) || !isWellFormed(path))
    throw new AppError("bad_request", REFUSALS.malformedAddress);
};

/** True below `/api`, in any case. */
export const isApiPath = (path: string): boolean => /^\/api(?:\/|$)/i.test(path);
