import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { createOutbox } from "#client/features/tickets/detail/outbox.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { THREAD } from "#shared/ticket-messages.ts";

type Delivery = {
  content: string;
  key: string;
  answer: (id: number) => void;
  fail: () => void;
  lose: () => void;
};

const messageOf = (id: number, content: string): Message => ({
  id,
  content,
  createdAt: "2026-11-20T12:00:00.000Z",
  html: null,
  editedAt: null,
  removedAt: null,
  mentions: [],
  discordUserId: null,
  discordUserName: null,
  discordImgUrl: null,
  imgUrlsJson: [],
  attachments: [],
  author: { id: "me", firstName: "Ada", lastName: "Byron", role: "User" },
});

const words = (content: string) => ({ content, mentions: [], attachments: [] });

/** An outbox, and what it has handed over so far. */
const openOutbox = (userId = "me") => {
  const deliveries: Delivery[] = [];
  const outbox = createOutbox(userId, 7, ({ content }, key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    deliveries.push({
      content,
      key,
      answer: (id) => resolve(messageOf(id, content)),
      fail: () => reject(new Error("refused")),
      lose: () => reject(TRPCClientError.from(new TypeError("Failed to fetch"))),
    });
    return promise;
  });
  return { outbox, deliveries };
};
/** Lets everything that waits for an answer go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  const kept = new Map<string, string>();
  Object.defineProperty(globalThis, "sessionStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});
afterEach(() => Reflect.deleteProperty(globalThis, "sessionStorage"));

describe("a message that one sends", () => {
  test("is there at once, and knows its number once it is answered", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("hello"), 3);
    expect(outbox.list()).toMatchObject([{ content: "hello", state: "sending", afterId: 3 }]);
    deliveries[0]?.answer(4);
    await settle();
    expect(outbox.list()).toMatchObject([{ state: "sent", messageId: 4 }]);
  });

  test("waits for the one before it", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("one"), 0);
    outbox.send(words("two"), 0);
    outbox.send(words("three"), 0);
    expect(deliveries.map(({ content }) => content)).toEqual(["one"]);
    deliveries[0]?.answer(1);
    await settle();
    expect(deliveries.map(({ content }) => content)).toEqual(["one", "two"]);
    deliveries[1]?.fail();
    await settle();
    expect(deliveries.map(({ content }) => content)).toEqual(["one", "two", "three"]);
  });

  test("is sent again under the same key, and never twice at a time", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("hello"), 0);
    deliveries[0]?.fail();
    await settle();
    expect(outbox.list()).toMatchObject([{ state: "failed", reason: THREAD.sendFailed }]);
    const [{ key } = { key: "" }] = outbox.list();
    outbox.retry(key);
    outbox.retry(key);
    expect(deliveries.map((delivery) => delivery.key)).toEqual([key, key]);
    expect(outbox.list()).toMatchObject([{ state: "sending", reason: null }]);
  });

  test("can be discarded once it has failed, and not before", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("hello"), 0);
    const [{ key } = { key: "" }] = outbox.list();
    outbox.discard(key);
    expect(outbox.list()).toHaveLength(1);
    deliveries[0]?.fail();
    await settle();
    outbox.discard(key);
    expect(outbox.list()).toEqual([]);
    expect(openOutbox().outbox.list()).toEqual([]);
  });

  test("has not failed where the thread shows it, though its answer got lost", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("hello"), 0);
    const [{ key } = { key: "" }] = outbox.list();
    outbox.settle(key, 5);
    deliveries[0]?.fail();
    await settle();
    expect(outbox.list()).toMatchObject([{ state: "sent", messageId: 5 }]);
  });
});

const contents = (deliveries: readonly Delivery[]) => deliveries.map(({ content }) => content);

describe("without a connection", () => {
  test("none overtakes another, and all go out in their order, once each, when it is back", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("one"), 0);
    outbox.send(words("two"), 0);
    deliveries[0]?.lose();
    await settle();
    expect(contents(deliveries)).toEqual(["one"]);
    expect(outbox.list()).toMatchObject([
      { state: "failed", isLost: true },
      { state: "failed", isLost: true },
    ]);
    outbox.resume();
    outbox.resume();
    deliveries[1]?.answer(1);
    await settle();
    deliveries[2]?.answer(2);
    await settle();
    outbox.resume();
    expect(contents(deliveries)).toEqual(["one", "one", "two"]);
    expect(deliveries[0]?.key).toBe(deliveries[1]?.key ?? "");
    expect(outbox.list()).toMatchObject([{ state: "sent" }, { state: "sent" }]);
  });

  test("what is written next takes along what was lost before it", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("one"), 0);
    deliveries[0]?.lose();
    await settle();
    outbox.send(words("two"), 0);
    expect(contents(deliveries)).toEqual(["one", "one"]);
    deliveries[1]?.answer(1);
    await settle();
    expect(contents(deliveries)).toEqual(["one", "one", "two"]);
  });

  test("what the server refused does not go out by itself, after a reload neither", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send(words("refused"), 0);
    deliveries[0]?.fail();
    await settle();
    outbox.resume();
    expect(contents(deliveries)).toEqual(["refused"]);
    const after = openOutbox();
    after.outbox.resume();
    expect(after.deliveries).toEqual([]);
  });

  test("what a reload has left behind goes out too", () => {
    openOutbox().outbox.send(words("lost on the way"), 3);
    const { outbox, deliveries } = openOutbox();
    outbox.resume();
    expect(contents(deliveries)).toEqual(["lost on the way"]);
  });
});

describe("a reload", () => {
  test("finds what was not sent, to be sent again under its key", async () => {
    const before = openOutbox();
    before.outbox.send(words("lost on the way"), 3);
    before.outbox.send(words("and the next"), 3);
    const keys = before.outbox.list().map(({ key }) => key);
    const { outbox, deliveries } = openOutbox();
    expect(outbox.list()).toMatchObject([
      { key: keys[0], content: "lost on the way", state: "failed", afterId: 3 },
      { key: keys[1], content: "and the next", state: "failed", afterId: 3 },
    ]);
    outbox.retry(keys[0] ?? "");
    expect(deliveries).toMatchObject([{ content: "lost on the way", key: keys[0] }]);
  });

  test("does not find what was sent, nor what somebody else wrote", async () => {
    const before = openOutbox();
    before.outbox.send(words("sent"), 0);
    before.deliveries[0]?.answer(1);
    await settle();
    before.outbox.send(words("mine"), 1);
    expect(
      openOutbox()
        .outbox.list()
        .map(({ content }) => content),
    ).toEqual(["mine"]);
    expect(openOutbox("somebody").outbox.list()).toEqual([]);
  });
});
