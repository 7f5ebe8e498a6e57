import { connect } from "node:net";
import { z } from "zod";
import { type GameReading, NoAnswer } from "#server/providers/ports/outside.ts";
import { type Endpoint, SERVER_NAME_MAX, toNoAnswer, toReading } from "./endpoint.ts";

/** The wire format of Minecraft's Server List Ping. Lengths are varints: seven bits a byte. */
const ANSWER_MAX_BYTES = 512 * 1024;
const STATUS_PACKET = 0;
/** Any version is answered; this one (1.8) is understood by every server and proxy in use. */
const PROTOCOL_VERSION = 47;
const COMPONENT_DEPTH_MAX = 16;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
};

const packet = (bytes: Iterable<number>) => {
  const body = [...bytes];
  return [...varint(body.length), ...body];
};

/** Handshake and status request in one. Proxies choose the server by the host named here. */
const statusRequest = (host: string, port: number): Uint8Array => {
  const name = new TextEncoder().encode(host);
  const handshake = [
    STATUS_PACKET,
    ...varint(PROTOCOL_VERSION),
    ...varint(name.length),
    ...name,
    port >> 8,
    port & 0xff,
    1,
  ];
  return Uint8Array.from([...packet(handshake), ...packet([STATUS_PACKET])]);
};

/** Null while more bytes are needed. */
const readVarint = (bytes: Uint8Array, from: number): { value: number; next: number } | null => {
  let value = 0;
  for (let index = 0; index < 3; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return null;
    value |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return { value, next: from + index + 1 };
  }
  // Three bytes reach past ANSWER_MAX_BYTES: nothing honest needs a fourth.
  throw new NoAnswer("malformed");
};

/**
 * Finds the JSON in what has arrived so far.
 * @returns null while more bytes are needed.
 * @throws {NoAnswer} as soon as it can no longer become an answer.
 */
const findStatus = (bytes: Uint8Array): Uint8Array | null => {
  const length = readVarint(bytes, 0);
  if (length === null) return null;
  if (length.value > ANSWER_MAX_BYTES) throw new NoAnswer("malformed");
  const id = readVarint(bytes, length.next);
  if (id === null) return null;
  if (id.value !== STATUS_PACKET) throw new NoAnswer("malformed");
  const text = readVarint(bytes, id.next);
  if (text === null) return null;
  const end = length.next + length.value;
  if (text.next + text.value !== end) throw new NoAnswer("malformed");
  return bytes.length < end ? null : bytes.subarray(text.next, end);
};

const status = z.object({
  version: z.object({ name: z.string() }),
  players: z.object({ online: z.number(), max: z.number() }),
  description: z.unknown().optional(),
});

const component = z.object({
  text: z.string().catch(""),
  extra: z.array(z.unknown()).catch([]),
});

const textOf = (raw: unknown, depth: number): string => {
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object" || raw === null || depth > COMPONENT_DEPTH_MAX) return "";
  const { text, extra } = Array.isArray(raw) ? { text: "", extra: raw } : component.parse(raw);
  let whole = text;
  for (const part of extra) {
    // What is cut off later need not be gathered.
    if (whole.length > SERVER_NAME_MAX * 8) break;
    whole += textOf(part, depth + 1);
  }
  return whole;
};

const withoutFormatting = (text: string) => text.replaceAll(/§./gsu, "");

/**
 * Reads the JSON of a status answer.
 * @throws {NoAnswer} where it is none: no JSON, no version, no player numbers.
 */
const readStatus = (json: Uint8Array): GameReading => {
  let raw: unknown;
  try {
    raw = JSON.parse(new TextDecoder().decode(json));
  } catch {
    throw new NoAnswer("malformed");
  }
  const parsed = status.safeParse(raw);
  if (!parsed.success) throw new NoAnswer("malformed");
  const { version, players, description } = parsed.data;
  return toReading({
    serverName: withoutFormatting(textOf(description, 0)),
    version: withoutFormatting(version.name),
    players: players.online,
    maxPlayers: players.max,
  });
};

const FIRST_BUFFER_BYTES = 4096;
/** The longest answer and its own header. */
const BUFFER_MAX_BYTES = ANSWER_MAX_BYTES + 16;

/** Gathers bytes without copying all of them again for every small piece. */
const createGatherer = () => {
  let buffer = new Uint8Array(FIRST_BUFFER_BYTES);
  let length = 0;
  return (chunk: Uint8Array): Uint8Array => {
    const fitting = chunk.subarray(0, BUFFER_MAX_BYTES - length);
    if (length + fitting.length > buffer.length) {
      const larger = new Uint8Array(
        Math.min(BUFFER_MAX_BYTES, Math.max(buffer.length * 2, length + fitting.length)),
      );
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    buffer.set(fitting, length);
    length += fitting.length;
    return buffer.subarray(0, length);
  };
};

/**
 * Asks Minecraft's Server List Ping over TCP.
 * @param named what players type in: proxies choose the server behind them by it.
 * @throws {NoAnswer} at once where nothing listens, the server hangs up or talks nonsense;
 *   `silent` when the signal comes first.
 */
export const askMinecraft = (
  { address, port }: Endpoint,
  named: { host: string; port: number },
  signal: AbortSignal,
): Promise<GameReading> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    const gather = createGatherer();
    let isOver = false;

    const finish = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener("abort", onAbort);
      socket.destroy();
      settle();
    };
    const fail = (error: unknown) => finish(() => reject(toNoAnswer(error)));
    const onAbort = () => fail(new NoAnswer("silent"));

    socket.on("error", fail);
    socket.on("close", () => fail(new NoAnswer("closed")));
    socket.on("end", () => fail(new NoAnswer("closed")));
    socket.on("connect", () => socket.write(statusRequest(named.host, named.port)));
    socket.on("data", (chunk: Buffer) => {
      if (isOver) return;
      try {
        const json = findStatus(gather(chunk));
        if (json === null) return;
        const reading = readStatus(json);
        finish(() => resolve(reading));
      } catch (error) {
        fail(error);
      }
    });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
