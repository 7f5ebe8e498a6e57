// Controls and line separators become a space; what reorders or hides the text around it goes.
// Joiners stay: emoji and some scripts are made of them.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const INVISIBLE = /[\p{Cf}--[\u200c\u200d]]/gv;
const EDGES = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/gu;

/**
 * One harmless line of whatever a stranger sent.
 * @param max longest length in UTF-16 units; what is longer is cut between characters.
 */
export const cleanLine = (raw: string, max: number): string => {
  const line = raw
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(CONTROLS, " ")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(EDGES, "");
  if (line.length <= max) return line;
  const cut = line.slice(0, max);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).replaceAll(EDGES, "");
};
