import { connect } from "node:net";
import { type Endpoint, toNoAnswer } from "./endpoint.ts";
import { ANSWER_MAX_BYTES, findStatus, readStatus, statusRequest } from "./minecraft-codec.ts";
import { type GameReading, NoAnswer } from "./port.ts";

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
