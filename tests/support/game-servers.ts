import { createSocket, type RemoteInfo, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { GameServer } from "#server/config/community.ts";
import { createGameQuery } from "#server/providers/game-query/game-query.ts";
import { type GameReading, NoAnswer } from "#server/providers/ports/outside.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";
import { afterThisTest } from "./cleanup.ts";

export const LOOPBACK = "127.0.0.1";

/** A configured server; only what matters to the test need be said. */
export const gameServer = (given: Partial<GameServer> = {}): GameServer => {
  const port = given.port ?? 27_015;
  return {
    key: "ark-se-the-island",
    game: "ark-se",
    protocol: "a2s",
    join: "steam",
    name: "The Island",
    host: LOOPBACK,
    port,
    queryHost: given.host ?? LOOPBACK,
    queryPort: port,
    voteUrl: null,
    ...given,
  };
};

/** A UDP socket that answers as the test says, until the test ends. */
export const udpServer = async (
  answer: (question: Buffer, reply: (bytes: Uint8Array) => void, asker: RemoteInfo) => void,
): Promise<{ port: number; socket: UdpSocket }> => {
  const socket = createSocket("udp4");
  socket.on("message", (question, asker) =>
    answer(question, (bytes) => socket.send(bytes, asker.port, asker.address), asker),
  );
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  afterThisTest(() => socket.close());
  return { port: socket.address().port, socket };
};

/** A port on which nothing listens: no system gives it to anybody by itself. */
export const CLOSED_PORT = 1;

/** A TCP server that treats its guests as the test says, until the test ends. */
export const tcpServer = async (greet: (socket: Socket) => void): Promise<{ port: number }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    greet(socket);
  });
  server.listen(0, LOOPBACK);
  await once(server, "listening");
  afterThisTest(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("No TCP address.");
  return { port: address.port };
};

/** An HTTP server that answers as the test says, until the test ends. */
export const httpServer = (answer: (request: Request) => Response | Promise<Response>) => {
  const server = Bun.serve({ hostname: LOOPBACK, port: 0, fetch: answer });
  afterThisTest(() => server.stop(true));
  return { port: server.port ?? 0, url: `http://${LOOPBACK}:${server.port}` };
};

export type Answer = { reading: GameReading | null; reason: string | null; tookMs: number };

/**
 * Asks one server over a protocol, as the poller does.
 * @param given.timeoutMs for a server that never answers. Others have longer than any machine takes.
 */
export const ask = async (
  protocol: Protocol,
  port: number,
  { timeoutMs = 60_000, ...given }: Partial<GameServer> & { timeoutMs?: number } = {},
): Promise<Answer> => {
  const startedAt = performance.now();
  const server = gameServer({ ...given, protocol, port });
  const done = (reading: GameReading | null, reason: string | null) => ({
    reading,
    reason,
    tookMs: performance.now() - startedAt,
  });
  try {
    return done(await createGameQuery(null).ask(server, AbortSignal.timeout(timeoutMs)), null);
  } catch (error) {
    if (error instanceof NoAnswer) return done(null, error.reason);
    throw error;
  }
};
