const MACHINES: Readonly<Record<number, string>> = { 62: "x64", 183: "arm64" };
const MAGIC = "\u007fELF";
const INTERPRETER = 3;
const HEADERS_BYTES = 64 * 1024;

/**
 * What a Linux executable (64 bit, little endian) is made for.
 * @returns the processor, and the loader by which its C library can be told.
 * @throws where the file is no such executable.
 */
export const readElf = async (path: string): Promise<{ machine: string; interpreter: string }> => {
  const bytes = Buffer.from(await Bun.file(path).slice(0, HEADERS_BYTES).arrayBuffer());
  if (bytes.toString("latin1", 0, 4) !== MAGIC) throw new Error(`${path} is no ELF executable.`);
  const machine = MACHINES[bytes.readUInt16LE(18)] ?? "unknown";
  const start = Number(bytes.readBigUInt64LE(32));
  const size = bytes.readUInt16LE(54);
  const headers = Array.from(
    { length: bytes.readUInt16LE(56) },
    (_, index) => start + index * size,
  );
  const found = headers.find((at) => bytes.readUInt32LE(at) === INTERPRETER);
  if (found === undefined) throw new Error(`${path} names no interpreter.`);
  const offset = Number(bytes.readBigUInt64LE(found + 8));
  const length = Number(bytes.readBigUInt64LE(found + 32));
  return { machine, interpreter: bytes.toString("latin1", offset, offset + length - 1) };
};
