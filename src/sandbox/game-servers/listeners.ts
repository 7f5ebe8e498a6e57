import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { cutShort } from "#sandbox/outages.ts";

/**
 * How an imitated server behaves while it is online: `truncated` it stops in the middle of its answer,
 * `wrong-type` it answers something else, `redirect` it names another host, or lets another answer.
 */
export const MODES = [
  "ok",
  "silent",
  "garbage",
  "slow",
  "truncated",
  "wrong-type",
  "redirect",
] as const;
export type Mode = (typeof MODES)[number];

/** Longer than anybody should wait. */
const SLOW_MS = 6000;

/** What a protocol needs to know of the server it speaks for, at the moment it is asked. */
export type ServerInfo = {
  /** Name of the game itself. */
  title: string;
  serverName: string;
  version: string;
  map: string;
  players: number;
  maxPlayers: number;
  mode: Mode;
};

/** An open socket that answers for one server. */
export type Listener = { port: number; close(): Promise<void> };

/** Opens one on the loopback interface; port 0 leaves the choice to the system. */
export type Listen = (port: number, serverInfo: () => ServerInfo) => Promise<Listener>;

const WHOLE = Buffer.from([0xff, 0xff, 0xff, 0xff]);
const SPLIT = Buffer.from([0xfe, 0xff, 0xff, 0xff]);
const QUESTION = Buffer.concat([WHOLE, Buffer.from("TSource Engine Query\0")]);
/** The answer to another question: who is playing. */
const NO_PLAYERS = Buffer.concat([WHOLE, Buffer.from("D\0")]);
const CHALLENGE_BYTES = 4;
const FRAGMENT_BYTES = 120;
/** Port, SteamID, keywords and game id follow the version. */
const EXTRA_DATA = 0xb1;

const text = (value: string) => Buffer.from(`${value}\0`);

/** The answer to A2S_INFO, as Ark and Empyrion give it. */
export const infoReply = (serverInfo: ServerInfo, port: number) =>
  Buffer.concat([
    WHOLE,
    Buffer.from([0x49, 17]),
    text(serverInfo.serverName),
    text(serverInfo.map),
    text(serverInfo.title.toLowerCase().replaceAll(/[^a-z]+/gu, "_")),
    text(serverInfo.title),
    Buffer.from([0, 0, Math.min(serverInfo.players, 255), Math.min(serverInfo.maxPlayers, 255), 0]),
    Buffer.from("dl"),
    Buffer.from([0, 1]),
    text(serverInfo.version),
    Buffer.from([EXTRA_DATA, port & 0xff, port >> 8]),
    Buffer.alloc(8, 7),
    text(",OWNINGID:90071992547409920,OWNINGNAME:90071992547409920,NUMOPENPUBCONN:12"),
    Buffer.alloc(8, 9),
  ]);

/** Cuts an answer into fragments, each with the header of the Source engine. */
export const splitReply = (reply: Buffer, id: number, fragmentBytes = FRAGMENT_BYTES): Buffer[] => {
  const total = Math.ceil(reply.length / fragmentBytes);
  return Array.from({ length: total }, (_, number) => {
    const header = Buffer.alloc(8);
    header.writeInt32LE(id, 0);
    header.writeUInt8(total, 4);
    header.writeUInt8(number, 5);
    header.writeUInt16LE(fragmentBytes, 6);
    const from = number * fragmentBytes;
    return Buffer.concat([SPLIT, header, reply.subarray(from, from + fragmentBytes)]);
  });
};

/**
 * A server that speaks A2S over UDP: a challenge first, then its answer.
 * @param isSplit the answer comes in fragments, the last one first.
 */
export const listenA2s =
  (isSplit: boolean): Listen =>
  async (wantedPort, serverInfo) => {
    const socket = createSocket("udp4");
    socket.bind(wantedPort, "127.0.0.1");
    await once(socket, "listening");
    // An asker that has gone meanwhile is reported here; that is its own affair.
    socket.on("error", () => {});
    const { port } = socket.address();
    const challenge = crypto.getRandomValues(Buffer.alloc(CHALLENGE_BYTES));
    const timers = new Set<ReturnType<typeof setTimeout>>();
    let answers = 0;

    const reply = (question: Buffer, { address, port: asker }: RemoteInfo) => {
      const send = (bytes: Uint8Array) => socket.send(bytes, asker, address);
      const given = question.subarray(QUESTION.length);
      if (!given.equals(challenge))
        return send(Buffer.concat([WHOLE, Buffer.from("A"), challenge]));
      const info = infoReply(serverInfo(), port);
      if (!isSplit) return send(info);
      answers += 1;
      for (const fragment of splitReply(info, answers).toReversed()) send(fragment);
    };

    socket.on("message", (question, asker) => {
      if (!question.subarray(0, QUESTION.length).equals(QUESTION)) return;
      const { mode } = serverInfo();
      if (mode === "silent") return;
      if (mode === "garbage")
        return socket.send(
          Buffer.from("\u00ff\u00ff\u00ff\u00ffI\u0011", "latin1"),
          asker.port,
          asker.address,
        );
      if (mode === "ok") return reply(question, asker);
      if (mode === "truncated") {
        const info = infoReply(serverInfo(), port);
        const [first = info] = isSplit ? splitReply(info, 1) : [info.subarray(0, info.length >> 1)];
        return socket.send(first, asker.port, asker.address);
      }
      if (mode === "wrong-type") return socket.send(NO_PLAYERS, asker.port, asker.address);
      if (mode === "redirect") {
        const other = createSocket("udp4");
        const info = infoReply(serverInfo(), port);
        return other.send(info, asker.port, asker.address, () => other.close());
      }
      const timer = setTimeout(() => {
        timers.delete(timer);
        reply(question, asker);
      }, SLOW_MS);
      timers.add(timer);
    });
    return {
      port,
      close: async () => {
        for (const timer of timers) clearTimeout(timer);
        const closed = once(socket, "close");
        socket.close();
        await closed;
      },
    };
  };

/** What an Eco server tells about itself. `TotalPlayers` is everyone who ever joined. */
export const frontPage = ({ serverName, version, players, maxPlayers }: ServerInfo) => ({
  Info: {
    External: true,
    GamePort: 3000,
    WebPort: 3001,
    Description: serverName,
    Category: "Established",
    OnlinePlayers: players,
    TotalPlayers: maxPlayers,
    OnlinePlayersNames: [],
    AdminOnline: true,
    Version: version,
    HasPassword: false,
    HasMeteor: true,
  },
});

const NEVER = new Promise<Response>(() => {});

/** The web server of an Eco server. */
export const listenEco: Listen = async (wantedPort, serverInfo) => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: wantedPort,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== "/frontpage")
        return new Response("Not found", { status: 404 });
      const { mode } = serverInfo();
      if (mode === "silent") return NEVER;
      if (mode === "garbage") return new Response("<!doctype html><title>Eco</title>");
      if (mode === "wrong-type")
        return new Response("<p>It works!</p>", { headers: { "content-type": "text/html" } });
      if (mode === "redirect")
        return new Response(null, { status: 307, headers: { location: "http://localhost:9/" } });
      if (mode === "slow") await sleep(SLOW_MS);
      const whole = Response.json(frontPage(serverInfo()));
      return mode === "truncated" ? await cutShort(whole) : whole;
    },
  });
  const { port } = server;
  if (port === undefined) throw new Error("The Eco server has no port.");
  return { port, close: () => server.stop(true) };
};

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
