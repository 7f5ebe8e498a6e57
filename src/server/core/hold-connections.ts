import { readdir } from "node:fs/promises";

/** Whichever of them the system has: glibc's, or musl's. */
const LIBRARIES = ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`];

// Of Linux, the same on both kinds of processor.
const SOL_SOCKET = 1;
const SO_ATTACH_FILTER = 26;
const SO_ACCEPTCONN = 30;
const ADDRESS_BYTES = 128;

/**
 * A program of the kernel's packet filter: drop what asks for a new connection, let everything else in.
 * An instruction is its code, where to go on if true and if not, and a number.
 */
const DROP_NEW = [
  [0x30, 0, 0, 13], // the flags of TCP
  [0x45, 0, 1, 0x02], // is SYN among them?
  [0x06, 0, 0, 0], // drop
  [0x06, 0, 0, 0xffff_ffff], // let in
] as const;
const INSTRUCTION_BYTES = 8;

const encodeFilter = () => {
  const bytes = new DataView(new ArrayBuffer(DROP_NEW.length * INSTRUCTION_BYTES));
  for (const [index, [code, ifTrue, ifNot, number]] of DROP_NEW.entries()) {
    const at = index * INSTRUCTION_BYTES;
    bytes.setUint16(at, code, true);
    bytes.setUint8(at + 2, ifTrue);
    bytes.setUint8(at + 3, ifNot);
    bytes.setUint32(at + 4, number, true);
  }
  return bytes;
};

const openLibrary = async () => {
  const { dlopen, ptr } = await import("bun:ffi");
  for (const name of LIBRARIES)
    try {
      const { symbols } = dlopen(name, {
        getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
        getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
        setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
      });
      return { call: symbols, ptr };
    } catch {
      // Not this one.
    }
  return null;
};

const attachFilter = async (port: number): Promise<boolean> => {
  const library = await openLibrary();
  if (library === null) return false;
  const { call, ptr } = library;
  const listensThere = (socket: number) => {
    const [listens, length] = [new Int32Array(1), new Uint32Array([4])];
    const code = call.getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, ptr(listens), ptr(length));
    if (code !== 0 || listens[0] !== 1) return false;
    const [address, size] = [new DataView(new ArrayBuffer(ADDRESS_BYTES)), new Uint32Array(1)];
    size[0] = ADDRESS_BYTES;
    return call.getsockname(socket, ptr(address), ptr(size)) === 0 && address.getUint16(2) === port;
  };
  const open = (await readdir("/proc/self/fd")).map(Number);
  const listener = open.find(listensThere);
  if (listener === undefined) return false;
  const filter = encodeFilter();
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, DROP_NEW.length, true);
  program.setBigUint64(8, BigInt(ptr(filter)), true);
  return call.setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, ptr(program), 16) === 0;
};

/**
 * Lets nobody make a new connection to a port of this process, while requests of those who have one
 * still arrive. A listener that is closed right away cuts off whoever has just connected and not sent
 * anything yet, and a proxy must not send again what may have been done. Whoever is held off here asks
 * again a second later, finds the listener closed, and knows that nothing was sent.
 * @returns false where that is not possible: only Linux can do it, and a sandbox may forbid it.
 */
export const holdConnections = async (port: number): Promise<boolean> => {
  if (process.platform !== "linux") return false;
  try {
    return await attachFilter(port);
  } catch {
    return false;
  }
};
