import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

const CODES: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `there is no file ${file}`,
  ENOTDIR: (file) => `there is no file ${file}: part of its path is no folder`,
  EACCES: (file) =>
    `${file} may not be read by the user that this program runs as. Give it the right: chown or chmod the file, and the folders that lead to it`,
  EPERM: (file) => `${file} may not be read by the user that this program runs as`,
  EISDIR: (file) => `${file} is a folder, and a file is expected`,
  ELOOP: (file) => `${file} is a link that leads back to itself`,
  ENAMETOOLONG: (file) => `${file} is too long for the name of a file`,
};

/** The line of the first byte that is no UTF-8. */
const firstForeignLine = (bytes: Uint8Array): number => {
  let [low, high] = [0, bytes.length];
  // The shortest beginning that cannot be read: `stream` forgives a letter that is cut in two.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, middle + 1), true)) low = middle + 1;
    else high = middle;
  }
  return bytes.subarray(0, low).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
};

const isUtf8 = (bytes: Uint8Array, stream: boolean): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
};

/** True where a file is what Windows calls "Unicode": it begins with a mark, or every second byte is empty. */
export const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  bytes[0] === 0 ||
  bytes[1] === 0;

const SAVE_AS_UTF8 = 'Save it as UTF-8: in the editor under "Save with encoding"';

/**
 * The text of an owner's file, or in one sentence why it cannot be read.
 * @param maxBytes what is longer is another file than the one that is meant.
 */
export const readTextFile = (
  name: string,
  maxBytes: number,
): { text: string } | { problem: string } => {
  const file = resolve(name);
  try {
    const found = statSync(file);
    if (found.isDirectory()) return { problem: `${file} is a folder, and a file is expected` };
    if (!found.isFile()) return { problem: `${file} is no file` };
    if (found.size > maxBytes)
      return { problem: `${file} has ${found.size} bytes, and at most ${maxBytes} are expected` };
    const bytes = readFileSync(file);
    if (isUtf16(bytes)) return { problem: `${file} is written in UTF-16. ${SAVE_AS_UTF8}` };
    if (!isUtf8(bytes, false)) {
      const at = `line ${firstForeignLine(bytes)}`;
      return {
        problem: `${file} is not written in UTF-8: ${at} has a letter of another encoding, such as Latin-1. ${SAVE_AS_UTF8}, or with iconv -f latin1 -t utf-8`,
      };
    }
    return { text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    return { problem: CODES[code]?.(file) ?? `${file} cannot be read (${code})` };
  }
};
