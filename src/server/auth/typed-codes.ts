/** Letters and digits that nobody mistakes for each other: five bits each. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** What people read for what: `O` is a nought, `I` and `L` are a one. */
const MISREAD: Readonly<Record<string, string>> = { o: "0", i: "1", l: "1" };

/** A code that a person may have to type, of so many letters and digits. */
export const drawTypedCode = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => ALPHABET[byte % 32]).join(
    "",
  );

const GROUPS = { 5: /.{1,5}/g, 6: /.{1,6}/g } as const;

/** A code as people read and type it: in groups with dashes between them. */
export const inGroups = (code: string, size: keyof typeof GROUPS): string =>
  (code.match(GROUPS[size]) ?? [code]).join("-");

/** What somebody typed, as the code was drawn; what cannot be one comes back as it is. */
export const typedCodeIn = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s-]/g, "")
    .replace(/[oil]/g, (letter) => MISREAD[letter] ?? letter);
