import { expect, test } from "bun:test";
import type { Socket } from "node:net";
import { statusReply } from "#sandbox/game-servers/listeners.ts";
import { ask, CLOSED_PORT, tcpServer } from "#tests/support/game-servers.ts";

const status = {
  version: { name: "Paper 1.21.8", protocol: 772 },
  players: { max: 120, online: 31 },
  description: "A Lynxden server",
};
const reading = {
  serverName: "A Lynxden server",
  version: "Paper 1.21.8",
  players: 31,
  maxPlayers: 120,
};

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];

const frame = (json: string) => {
  const text = Buffer.from(json);
  const body = [0, ...varint(text.length)];
  return Buffer.concat([Buffer.from([...varint(body.length + text.length), ...body]), text]);
};

const answering = (bytes: Uint8Array) => tcpServer((socket) => socket.write(bytes));
const askStatus = async (answer: unknown) => {
  const { port } = await answering(frame(JSON.stringify(answer)));
  return ask("minecraft", port);
};

test("a status is read", async () => {
  expect((await askStatus(status)).reading).toEqual(reading);
});

test("the handshake names the host that players type in", async () => {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const { port } = await tcpServer((socket) =>
    socket.on("data", (asked: Buffer) => {
      resolve(asked);
      socket.write(frame(JSON.stringify(status)));
    }),
  );
  await ask("minecraft", port, { host: "mc.lynxden.example", queryHost: "127.0.0.1" });
  const asked = await promise;
  expect(asked.toString("latin1")).toContain("\u0012mc.lynxden.example");
  expect(asked.subarray(-2)).toEqual(Buffer.from([1, 0]));
});

test("an answer in pieces of one byte is read", async () => {
  const bytes = frame(JSON.stringify(status));
  const drip = async (socket: Socket) => {
    socket.setNoDelay(true);
    for (const byte of bytes) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const { port } = await tcpServer((socket) => void drip(socket));
  expect((await ask("minecraft", port)).reading).toEqual(reading);
});

test("an answer of 300 kB with a picture in it is read", async () => {
  const favicon = `data:image/png;base64,${"A".repeat(300_000)}`;
  expect((await askStatus({ ...status, favicon })).reading).toEqual(reading);
});

test("an answer that is cut off at any byte and hung up on is no answer, at once", async () => {
  const bytes = frame(JSON.stringify(status));
  const lengths = Array.from({ length: bytes.length }, (_, length) => length);
  const answers = await Promise.all(
    lengths.map(async (length) => {
      const { port } = await tcpServer((socket) => socket.end(bytes.subarray(0, length)));
      return ask("minecraft", port);
    }),
  );
  expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(["closed"]));
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(15_000);
});

test.each([
  ["the words of another protocol", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ["a length of four bytes", Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])],
  ["a length beyond 512 KiB", Buffer.from([...varint(513 * 1024), 0, 1, 2])],
  ["another packet than a status", Buffer.from([5, 7, 3, 1, 2, 3])],
  ["a text that does not fill its packet", Buffer.from([5, 0, 2, 0x7b, 0x7d, 0x20])],
  ["no JSON", frame("not json")],
  ["half a JSON", frame('{"version":{')],
])("%s fails at once", async (_, bytes) => {
  const { port } = await answering(bytes);
  const answer = await ask("minecraft", port);
  expect(answer.reason).toBe("malformed");
  expect(answer.tookMs).toBeLessThan(10_000);
});

test.each([
  ["players", { ...status, players: undefined }],
  ["a number of players", { ...status, players: { max: 10 } }],
  ["numbers for players", { ...status, players: { max: "10", online: "3" } }],
  ["a version", { ...status, version: undefined }],
  ["an object", [1, 2]],
  ["anything", null],
])("a status without %s is no answer", async (_, answer) => {
  expect((await askStatus(answer)).reason).toBe("malformed");
});

test("an endless stream is cut off", async () => {
  const { port } = await tcpServer((socket) => {
    socket.write(Buffer.from([...varint(500 * 1024), 0, ...varint(500 * 1024 - 4)]));
    const flood = setInterval(() => socket.write(Buffer.alloc(65_536, 0x20)), 1);
    socket.on("close", () => clearInterval(flood));
  });
  expect((await ask("minecraft", port)).reason).toBe("malformed");
});

test("nothing listening, hanging up, and silence are told apart, the first two at once", async () => {
  const closed = await tcpServer((socket) => socket.end());
  expect(await ask("minecraft", closed.port)).toMatchObject({
    reason: "closed",
  });
  const silent = await tcpServer(() => {});
  expect((await ask("minecraft", silent.port, { timeoutMs: 100 })).reason).toBe("silent");
  const refused = await ask("minecraft", CLOSED_PORT);
  expect(refused.reason).toBe("refused");
  expect(refused.tookMs).toBeLessThan(10_000);
});

test.each([
  ["a formatted string", "§6§lLynx§rden", "Lynxden"],
  ["a text component", { text: "Lynxden" }, "Lynxden"],
  [
    "parts within parts",
    { text: "", extra: [{ text: "§aLynx" }, "den", { extra: [{ text: " rooms" }] }] },
    "Lynxden rooms",
  ],
  ["two lines", "Lynxden\n  Season 4", "Lynxden Season 4"],
  ["a bare list", [{ text: "Lynx" }, "den"], "Lynxden"],
  ["nothing", undefined, ""],
  ["a number", 7, ""],
  ["parts of the wrong kind", { text: 4, extra: "no" }, ""],
])("a description of %s becomes a name", async (_, description, serverName) => {
  expect((await askStatus({ ...status, description })).reading?.serverName).toBe(serverName);
});

test("a description nested a thousand levels deep does no harm", async () => {
  let description: unknown = "bottom";
  for (let depth = 0; depth < 1000; depth += 1) description = { text: "x", extra: [description] };
  const name = (await askStatus({ ...status, description })).reading?.serverName ?? "";
  expect(name).toMatch(/^x{10,120}$/);
});

test.each([
  [1e308, 1_000_000],
  [-5, 0],
  [12.9, 12],
])("%d players become a sane whole number", async (online, players) => {
  const answer = await askStatus({ ...status, players: { online, max: 20 } });
  expect(answer.reading?.players).toBe(players);
});

test("the imitated server's own answer is read", async () => {
  const { port } = await answering(
    statusReply({
      title: "Minecraft",
      serverName: "§6Lynxden §aSkyBlock",
      version: "Paper 1.21.8",
      map: "",
      players: 3,
      maxPlayers: 9,
      mode: "ok",
    }),
  );
  expect((await ask("minecraft", port)).reading).toEqual({
    serverName: "Lynxden SkyBlock",
    version: "Paper 1.21.8",
    players: 3,
    maxPlayers: 9,
  });
});
