import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { type ServerInfo, type Listen, SLOW_MS } from "./game-server.ts";

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
