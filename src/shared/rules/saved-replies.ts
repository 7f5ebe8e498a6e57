import { REPLY_PLACEHOLDER_NAMES, type ReplyPlaceholder } from "#shared/constants/saved-replies.ts";

/** A word in braces. */
const PLACEHOLDER = /\{([\p{L}_-]{1,40})\}/gu;

const isKnown = (name: string): name is ReplyPlaceholder =>
  (REPLY_PLACEHOLDER_NAMES as readonly string[]).includes(name);

/** The first word in braces that stands for nothing, without the braces; null where there is none. */
export const unknownPlaceholder = (text: string): string | null => {
  for (const [, name = ""] of text.matchAll(PLACEHOLDER)) if (!isKnown(name)) return name;
  return null;
};

/** A text with what its placeholders stand for. What is filled in is not looked at again. */
export const fillReply = (
  text: string,
  values: Readonly<Record<ReplyPlaceholder, string>>,
): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? values[name] : whole));
