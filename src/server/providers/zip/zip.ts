import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { OpenZip } from "#server/providers/ports/files.ts";

/** The file is handed on in pieces of about this size. */
const PIECE_BYTES = 256 * 1024;
/** Text is compressed in parts of about this size. */
const TEXT_CHARACTERS = 64 * 1024;

/** Makes an archive with fflate. */
export const createZip: OpenZip = ({ at, onPiece }) => {
  let made: Uint8Array[] = [];
  let madeBytes = 0;
  let sizeBytes = 0;
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) failure ??= error;
    else {
      made.push(chunk);
      madeBytes += chunk.byteLength;
    }
  });
  const flush = async (isEnd = false): Promise<void> => {
    if (failure !== null) throw failure;
    if (madeBytes === 0 || (madeBytes < PIECE_BYTES && !isEnd)) return;
    const piece = Buffer.concat(made, madeBytes);
    made = [];
    madeBytes = 0;
    sizeBytes += piece.byteLength;
    await onPiece(piece);
  };
  const push = async (entry: ZipDeflate, text: string, isLast: boolean): Promise<void> => {
    entry.push(strToU8(text), isLast);
    await flush();
    await yieldToEventLoop();
  };
  return {
    text: async (name, parts) => {
      const entry = new ZipDeflate(name, { level: 6 });
      entry.mtime = at;
      zip.add(entry);
      let waiting = "";
      for await (const part of parts) {
        waiting += part;
        if (waiting.length < TEXT_CHARACTERS) continue;
        await push(entry, waiting, false);
        waiting = "";
      }
      await push(entry, waiting, true);
    },
    bytes: async (name, body) => {
      const entry = new ZipPassThrough(name);
      entry.mtime = at;
      zip.add(entry);
      entry.push(body, true);
      await flush();
    },
    end: async () => {
      zip.end();
      await flush(true);
      return sizeBytes;
    },
  };
};
