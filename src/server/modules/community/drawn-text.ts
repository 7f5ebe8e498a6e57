/** What none of the fonts of drawn pictures has: they come in Latin letters. */
const UNKNOWN =
  /[^\u0020-\u007E\u00A1-\u00FF\u0131\u0152\u0153\u2010-\u2027\u2032-\u203A\u20AC\u2122\u0100-\u0130\u0132-\u0151\u0154-\u017E\u0218-\u021B\u1E80-\u1E85\u1E9E]/gu;

/**
 * A text in the letters that pictures can be drawn with: an accent that there is not is left out, as is any
 * other script.
 * @returns "" where nothing is left of it.
 */
export const drawnText = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(UNKNOWN, (letter) => letter.normalize("NFKD").replaceAll(/\p{M}/gu, ""))
    .replaceAll(UNKNOWN, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
