/**
 * Writes the list of passwords that are tried first, from the one that @zxcvbn-ts/language-common brings
 * along, which is ordered by how often they were seen. What is kept are the words that people decorate, as
 * passwords are compared: sorted, and each line says how many characters it shares with the one before.
 *
 * `bun scripts/make-common-passwords.ts`
 */

import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordWords } from "#shared/rules/account-fields.ts";
import { ROOT } from "./client/places.ts";

/** Shorter ones are found in too many good passwords. */
const WORD_MIN = 4;
const WORD_MAX = 30;

/** How many letters two words have in common from the start, as one character. */
const sharedBy = (before: string, word: string): number => {
  let shared = 0;
  while (shared < 35 && shared < word.length && before[shared] === word[shared]) shared += 1;
  return shared;
};

/** The words that common passwords are made of, sorted. */
export const commonWords = (passwords: readonly (string | number)[]): string[] => {
  const words = passwords.flatMap((password) => passwordWords(String(password)));
  const kept = words.filter(
    (word) => word.length >= WORD_MIN && word.length <= WORD_MAX && /^[\x21-\x7e]+$/.test(word),
  );
  return [...new Set(kept)].toSorted();
};

/** The file of the list. */
export const packedWords = (words: readonly string[]): string =>
  words
    .map((word, index) => {
      const shared = sharedBy(words[index - 1] ?? "", word);
      return `${shared.toString(36)}${word.slice(shared)}`;
    })
    .join("\n")
    .concat("\n");

export const COMMON_PASSWORDS_FILE = join(ROOT, "src/server/modules/accounts/common-passwords.txt");

if (import.meta.main)
  await Bun.write(COMMON_PASSWORDS_FILE, packedWords(commonWords(dictionary["passwords-common"])));
