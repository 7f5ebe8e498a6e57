import { isSeen, withoutStacks } from "#shared/rules/lines.ts";

/**
 * Reads the body of a stranger's response.
 * @param maxBytes longest body, after decompression; the transfer ends where it is longer.
 * @returns null where it is longer.
 */
export const readLimited = async (response: Response, maxBytes: number): Promise<string | null> => {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the transfer.
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

// Controls and line separators become a space; what reorders or hides the text around it goes.
// Joiners stay: emoji and some scripts are made of them.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
const SHOWS_NOTHING = new Set([" ", "\u200c", "\u200d"]);

const withoutEdges = (line: string) => {
  let [start, end] = [0, line.length];
  while (start < end && SHOWS_NOTHING.has(line.charAt(start))) start += 1;
  while (end > start && SHOWS_NOTHING.has(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
};

/**
 * One harmless line of whatever a stranger sent.
 * @param max longest length in UTF-16 units; what is longer is cut between characters.
 */
export const cleanLine = (raw: string, max: number): string => {
  const line = withoutEdges(
    withoutStacks(raw.toWellFormed())
      .normalize("NFC")
      .replaceAll(CONTROLS, " ")
      .replaceAll(INVISIBLE, "")
      .replaceAll(/\s+/gu, " "),
  );
  if (line.length <= max) return line;
  const cut = line.slice(0, max);
  return withoutEdges(cut.isWellFormed() ? cut : cut.slice(0, -1));
};

const NAME_MAX = 50;

/**
 * What a provider calls somebody, as one line of at most 50 characters.
 * @returns "" for no name, and for one of which nothing can be seen, such as a Hangul filler.
 */
export const readName = (raw: string | null | undefined): string => {
  const name = cleanLine(raw ?? "", NAME_MAX);
  return isSeen(name) ? name : "";
};
