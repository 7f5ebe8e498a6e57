import { createSocket } from "node:dgram";
import { createA2sReader, infoRequest } from "./a2s-codec.ts";
import { type Endpoint, toNoAnswer } from "./endpoint.ts";
import { type GameReading, NoAnswer } from "./port.ts";

const CHALLENGES_MAX = 3;
/** Datagrams get lost: the question is repeated while nothing has come back. */
const REPEAT_MS = 1000;

/**
 * Asks A2S_INFO over UDP (Ark: Survival Evolved, Empyrion).
 * @throws {NoAnswer} at once where nothing listens or challenges never end; `silent` when the
 *   signal comes first. Malformed datagrams are ignored until then.
 */
export const askA2s = (
  { address, family, port }: Endpoint,
  signal: AbortSignal,
): Promise<GameReading> =>
  new Promise((resolve, reject) => {
    // Connected, the kernel drops what others send and reports a port on which nothing listens.
    const socket = createSocket(family === 6 ? "udp6" : "udp4");
    const read = createA2sReader();
    let challenge: Uint8Array | null = null;
    let challenges = 0;
    let isConnected = false;
    let isOver = false;

    const finish = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      clearInterval(repeating);
      signal.removeEventListener("abort", onAbort);
      socket.close();
      settle();
    };
    const fail = (error: unknown) => finish(() => reject(toNoAnswer(error)));
    const onAbort = () => fail(new NoAnswer("silent"));
    const send = () => socket.send(infoRequest(challenge), (error) => error && fail(error));
    const repeating = setInterval(() => isConnected && send(), REPEAT_MS);

    socket.on("error", fail);
    socket.on("message", (datagram) => {
      if (isOver) return;
      const message = read(datagram);
      if (message === null) return;
      if (message.kind === "info") return finish(() => resolve(message.reading));
      challenges += 1;
      if (challenges > CHALLENGES_MAX) return fail(new NoAnswer("malformed"));
      challenge = message.challenge;
      send();
    });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    try {
      socket.connect(port, address, () => {
        if (isOver) return;
        isConnected = true;
        send();
      });
    } catch (error) {
      fail(error);
    }
  });
