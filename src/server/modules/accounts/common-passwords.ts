import packed from "./common-passwords.txt" with { type: "text" };

/** Each line of the list shares so many characters with the word before as its first one says. */
const unpacked = (lines: string): Set<string> => {
  const words = new Set<string>();
  let before = "";
  for (const line of lines.split("\n")) {
    if (line === "") continue;
    before = before.slice(0, Number.parseInt(line.charAt(0), 36)) + line.slice(1);
    words.add(before);
  }
  return words;
};

/** The words of which the passwords are made that are tried first; made by `scripts/make-common-passwords.ts`. */
export const COMMON_WORDS: ReadonlySet<string> = unpacked(packed);
