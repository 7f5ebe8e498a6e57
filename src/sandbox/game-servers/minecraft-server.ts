import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type ServerInfo, type Listen, type Mode, SLOW_MS } from "./game-server.ts";

const STATUS_REQUEST = Buffer.from([1, 0]);
/** Answers leave in pieces, as they do on a busy line. */
const PIECE_BYTES = 64;

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];

const packet = (bytes: readonly number[]) => Buffer.from([...varint(bytes.length), ...bytes]);

/** The answer to a status request. The name stands in a text component with parts, as Paper sends it. */
export const statusReply = ({ serverName, version, players, maxPlayers }: ServerInfo): Buffer => {
  const [first = "", ...rest] = serverName.split(/(?= )/u);
  const json = Buffer.from(
    JSON.stringify({
      version: { name: version, protocol: 772 },
      players: { max: maxPlayers, online: players, sample: [] },
      description: { text: first, extra: rest.map((part) => ({ text: part })) },
      enforcesSecureChat: true,
    }),
  );
  return packet([0, ...varint(json.length), ...json]);
};

const answer = async (socket: Socket, reply: Buffer) => {
  socket.setNoDelay(true);
  for (let from = 0; from < reply.length; from += PIECE_BYTES) {
    socket.write(reply.subarray(from, from + PIECE_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/** A server that speaks Minecraft's list ping over TCP. */
export const listenMinecraft: Listen = async (wantedPort, serverInfo) => {
  const sockets = new Set<Socket>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const replyLater = (socket: Socket) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void answer(socket, statusReply(serverInfo()));
    }, SLOW_MS);
    timers.add(timer);
  };

  const behave: Record<Mode, (socket: Socket) => void> = {
    ok: (socket) => void answer(socket, statusReply(serverInfo())),
    silent: () => {},
    garbage: (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
    slow: replyLater,
    truncated: (socket) => {
      const reply = statusReply(serverInfo());
      socket.end(reply.subarray(0, reply.length >> 1));
    },
    // A ping's answer, and what leads players to another server.
    "wrong-type": (socket) => void socket.write(packet([1, 0, 0, 0, 0, 0, 0, 0, 1])),
    redirect: (socket) => void socket.write(packet([11, 9, ...Buffer.from("localhost"), 25])),
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    let asked = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      asked = Buffer.concat([asked, chunk]).subarray(0, 512);
      const length = asked[0] ?? 0;
      if (!asked.subarray(length + 1).equals(STATUS_REQUEST)) return;
      asked = Buffer.alloc(0);
      behave[serverInfo().mode](socket);
    });
    // Whoever asked may hang up at any time.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(wantedPort, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : wantedPort,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};
