import type { GameReading } from "./port.ts";
import { toReading } from "./reading.ts";

/** The wire format of A2S_INFO (developer.valvesoftware.com/wiki/Server_queries). Little-endian. */
const WHOLE = -1;
const SPLIT = -2;
const CHALLENGE_REPLY = 0x41;
const INFO_REPLY = 0x49;
const SPLIT_HEADER_BYTES = 12;
const FRAGMENTS_MAX = 32;
const ASSEMBLED_MAX_BYTES = 64 * 1024;
/** Half-arrived answers kept at once: one is real, the others can only be stray or forged. */
const PENDING_MAX = 4;

const REQUEST = Buffer.from("\u00ff\u00ff\u00ff\u00ffTSource Engine Query\0", "latin1");

/** @param challenge the four bytes that the server handed out, once it has. */
export const infoRequest = (challenge: Uint8Array | null): Uint8Array =>
  challenge === null ? REQUEST : Buffer.concat([REQUEST, challenge]);

export type A2sMessage =
  | { kind: "challenge"; challenge: Uint8Array }
  | { kind: "info"; reading: GameReading };

class Truncated extends Error {}

const reader = (bytes: Buffer) => {
  let at = 0;
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Truncated();
    at += length;
    return at - length;
  };
  return {
    byte: () => bytes.readUInt8(take(1)),
    skip: (length: number) => void take(length),
    text: () => {
      const end = bytes.indexOf(0, at);
      if (end === -1) throw new Truncated();
      const text = bytes.toString("utf8", at, end);
      at = end + 1;
      return text;
    },
  };
};

const readInfo = (bytes: Buffer): GameReading | null => {
  const read = reader(bytes);
  read.skip(1); // protocol
  const serverName = read.text();
  const map = read.text();
  read.text(); // folder
  read.text(); // game
  read.skip(2); // application id
  const players = read.byte();
  const maxPlayers = read.byte();
  const bots = read.byte();
  read.skip(4); // kind, system, password, anti-cheat
  const version = read.text();
  // What may follow (port, ids, keywords) is not ours to read.
  const reading = toReading({
    serverName,
    version,
    players: bots <= players ? players - bots : players,
    maxPlayers,
    map,
  });
  return reading.serverName === "" || reading.maxPlayers === 0 ? null : reading;
};

const readWhole = (bytes: Buffer): A2sMessage | null => {
  const kind = bytes[4];
  if (kind === CHALLENGE_REPLY)
    return bytes.length < 9
      ? null
      : { kind: "challenge", challenge: Uint8Array.from(bytes.subarray(5, 9)) };
  if (kind !== INFO_REPLY) return null;
  try {
    const reading = readInfo(bytes.subarray(5));
    return reading === null ? null : { kind: "info", reading };
  } catch (error) {
    if (error instanceof Truncated) return null;
    throw error;
  }
};

type Pending = { total: number; parts: Map<number, Buffer>; bytes: number };

/**
 * Reads what one server sends, datagram by datagram; long answers come in numbered fragments, in
 * any order. Everything that does not fit is ignored: it may be stray, and an answer may follow.
 */
export const createA2sReader = (): ((datagram: Uint8Array) => A2sMessage | null) => {
  const pending = new Map<number, Pending>();

  const readFragment = (bytes: Buffer): A2sMessage | null => {
    if (bytes.length <= SPLIT_HEADER_BYTES) return null;
    const id = bytes.readInt32LE(4);
    const total = bytes.readUInt8(8);
    const number = bytes.readUInt8(9);
    // A negative id marks bzip2 compression, which none of our games uses.
    if (id < 0 || total < 2 || total > FRAGMENTS_MAX || number >= total) return null;
    let answer = pending.get(id);
    if (answer === undefined) {
      const oldest = pending.size < PENDING_MAX ? undefined : pending.keys().next().value;
      if (oldest !== undefined) pending.delete(oldest);
      answer = { total, parts: new Map(), bytes: 0 };
      pending.set(id, answer);
    }
    const part = bytes.subarray(SPLIT_HEADER_BYTES);
    if (answer.total !== total || answer.parts.has(number)) return null;
    if (answer.bytes + part.length > ASSEMBLED_MAX_BYTES) return null;
    answer.parts.set(number, Buffer.from(part));
    answer.bytes += part.length;
    if (answer.parts.size < total) return null;
    pending.delete(id);
    const whole = Buffer.concat(
      [...answer.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes),
    );
    return whole.length > 4 && whole.readInt32LE(0) === WHOLE ? readWhole(whole) : null;
  };

  return (datagram) => {
    if (datagram.length < 5) return null;
    const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
    const header = bytes.readInt32LE(0);
    if (header === WHOLE) return readWhole(bytes);
    return header === SPLIT ? readFragment(bytes) : null;
  };
};
