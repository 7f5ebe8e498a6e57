import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { infoReply, type ServerInfo, splitReply } from "#sandbox/game-servers/listeners.ts";
import { ask, CLOSED_PORT, udpServer } from "#tests/support/game-servers.ts";
import { until } from "#tests/support/until.ts";

const serverInfo: ServerInfo = {
  title: "ARK: Survival Evolved",
  serverName: "Lynxden The Island",
  version: "358.6",
  map: "TheIsland",
  players: 17,
  maxPlayers: 70,
  mode: "ok",
};
const reading = {
  serverName: "Lynxden The Island",
  version: "358.6",
  map: "TheIsland",
  players: 17,
  maxPlayers: 70,
};
const whole = (payload: Uint8Array | string) =>
  Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from(payload)]);
const challenge = (value: string) => whole(`A${value}`);

/** Where the version ends: what stands before is needed, what follows is not. */
const infoEnd = (reply: Buffer) =>
  reply.indexOf(`${serverInfo.version}\0`) + serverInfo.version.length + 1;

test("an answer without a challenge is read", async () => {
  const { port } = await udpServer((_, reply) => reply(infoReply(serverInfo, 7777)));
  expect((await ask("a2s", port)).reading).toEqual(reading);
});

test("a challenge is answered with its four bytes", async () => {
  const questions: Buffer[] = [];
  const { port } = await udpServer((question, reply) => {
    questions.push(question);
    reply(questions.length === 1 ? challenge("wxyz") : infoReply(serverInfo, 7777));
  });
  expect((await ask("a2s", port)).reading).toEqual(reading);
  expect(questions.map((question) => question.toString("latin1"))).toEqual([
    "\u00ff\u00ff\u00ff\u00ffTSource Engine Query\0",
    "\u00ff\u00ff\u00ff\u00ffTSource Engine Query\0wxyz",
  ]);
});

test("a server that answers every challenge with another is given up after three", async () => {
  let questions = 0;
  const { port } = await udpServer((_, reply) => {
    questions += 1;
    reply(challenge(`abc${questions}`));
  });
  const answer = await ask("a2s", port);
  expect(answer).toMatchObject({ reading: null, reason: "malformed" });
  expect(answer.tookMs).toBeLessThan(10_000);
  expect(questions).toBe(4);
});

test("a port on which nothing listens fails at once, not after the timeout", async () => {
  const answer = await ask("a2s", CLOSED_PORT);
  expect(answer.reason).toBe("refused");
  expect(answer.tookMs).toBeLessThan(10_000);
});

test("a silent server ends with the deadline", async () => {
  const { port } = await udpServer(() => {});
  const answer = await ask("a2s", port, { timeoutMs: 100 });
  expect(answer.reason).toBe("silent");
  expect(answer.tookMs).toBeLessThan(5000);
});

test("a lost question is asked again", async () => {
  let questions = 0;
  const { port } = await udpServer((_, reply) => {
    questions += 1;
    if (questions > 1) reply(infoReply(serverInfo, 7777));
  });
  expect((await ask("a2s", port)).reading).toEqual(reading);
});

test("an answer that is cut off at any byte is no answer, and a whole one after it is", async () => {
  const info = infoReply(serverInfo, 7777);
  const cuts = Array.from({ length: infoEnd(info) }, (_, length) => info.subarray(0, length));
  const { port } = await udpServer((_, reply) => cuts.forEach(reply));
  expect((await ask("a2s", port, { timeoutMs: 150 })).reason).toBe("silent");

  const honest = await udpServer((_, reply) => [...cuts, info].forEach(reply));
  expect((await ask("a2s", honest.port)).reading).toEqual(reading);
});

test("whatever follows the version is left unread, whole or cut", async () => {
  const info = infoReply(serverInfo, 7777);
  for (const end of [infoEnd(info), infoEnd(info) + 1, info.length - 3]) {
    const { port } = await udpServer((_, reply) => reply(info.subarray(0, end)));
    expect((await ask("a2s", port)).reading).toEqual(reading);
  }
});

test("garbage is ignored until the deadline", async () => {
  const garbage = [
    Buffer.alloc(0),
    Buffer.from("hello"),
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    whole("A12"),
    whole("D\u0001"),
    whole(new Uint8Array(1200).fill(0x49)),
    Buffer.alloc(60_000, 0xff),
  ];
  const { port } = await udpServer((_, reply) => garbage.forEach(reply));
  expect((await ask("a2s", port, { timeoutMs: 150 })).reason).toBe("silent");
});

test.each([
  ["an empty name", { serverName: "" }],
  ["a name of nothing but control and invisible characters", { serverName: "\u0007\u200b\u202e " }],
  ["no slots at all", { maxPlayers: 0 }],
])("an answer with %s is no answer", async (_, lie) => {
  const { port } = await udpServer((_, reply) => reply(infoReply({ ...serverInfo, ...lie }, 7777)));
  expect((await ask("a2s", port, { timeoutMs: 100 })).reason).toBe("silent");
});

test("fragments are put together in any order, with doubles and strangers among them", async () => {
  const parts = splitReply(infoReply(serverInfo, 7777), 5, 24);
  const [first = Buffer.alloc(0), second = Buffer.alloc(0), ...others] = parts;
  const forged = splitReply(infoReply({ ...serverInfo, serverName: "Forged" }, 7777), 6, 24)[0];
  const wrongTotal = Buffer.from(second);
  wrongTotal.writeUInt8(parts.length + 1, 8);
  const { port } = await udpServer((_, reply) =>
    [...others.toReversed(), forged ?? first, first, first, wrongTotal, second].forEach(reply),
  );
  expect((await ask("a2s", port)).reading).toEqual(reading);
});

test.each([
  ["a compressed answer", (part: Buffer) => part.writeUInt8(0x80, 7)],
  ["a fragment numbered beyond its total", (part: Buffer) => part.writeUInt8(200, 9)],
  ["a total of one", (part: Buffer) => part.writeUInt8(1, 8)],
  ["a total of more than 32", (part: Buffer) => part.writeUInt8(33, 8)],
])("%s is ignored", async (_, spoil) => {
  const parts = splitReply(infoReply(serverInfo, 7777), 5, 40);
  for (const part of parts) spoil(part);
  const { port } = await udpServer((_, reply) => parts.forEach(reply));
  expect((await ask("a2s", port, { timeoutMs: 100 })).reason).toBe("silent");
});

test("an answer that never becomes complete, and thousands of half ones, cost no memory", async () => {
  const part = splitReply(infoReply(serverInfo, 7777), 1, 100)[0] ?? Buffer.alloc(0);
  const { port } = await udpServer((_, reply) => {
    for (let id = 1; id < 2000; id += 1) {
      const stray = Buffer.from(part);
      stray.writeInt32LE(id, 4);
      reply(stray);
    }
  });
  const before = process.memoryUsage().rss;
  expect((await ask("a2s", port, { timeoutMs: 300 })).reason).toBe("silent");
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

test("bots are no players", async () => {
  const info = infoReply({ ...serverInfo, players: 20 }, 7777);
  const bots = info.indexOf("dl") - 1;
  info.writeUInt8(6, bots);
  const { port } = await udpServer((_, reply) => reply(info));
  expect((await ask("a2s", port)).reading?.players).toBe(14);
});

test("names come out as one harmless line of at most 120 characters", async () => {
  const serverName = `<b>Den</b>\n\u202e\u0007 ${"x".repeat(500)}`;
  const { port } = await udpServer((_, reply) =>
    reply(infoReply({ ...serverInfo, serverName }, 7777)),
  );
  const name = (await ask("a2s", port)).reading?.serverName ?? "";
  expect(name).toStartWith("<b>Den</b> xxx");
  expect(name).toHaveLength(120);
});

const readingOf = async (version: string, serverName: string) => {
  const info = { ...serverInfo, version, serverName };
  const { port } = await udpServer((_, reply) => reply(infoReply(info, 7777)));
  return (await ask("a2s", port)).reading;
};

test("Ark's constant version gives way to the one in its name; others keep theirs", async () => {
  expect(await readingOf("1.0.0.0", "Den - (v361.7)")).toMatchObject({
    serverName: "Den - (v361.7)",
    version: "361.7",
  });
  expect((await readingOf("1.0.0.0", "Den"))?.version).toBe("1.0.0.0");
  expect((await readingOf("2.1", "Den - (v361.7)"))?.version).toBe("2.1");
});

test("a hundred questions leave no socket behind", async () => {
  const { port } = await udpServer((_, reply) => reply(infoReply(serverInfo, 7777)));
  const before = readdirSync("/dev/fd").length;
  await Promise.all(Array.from({ length: 100 }, () => ask("a2s", port)));
  await until(() => readdirSync("/dev/fd").length < before + 10);
});
