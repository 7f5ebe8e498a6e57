import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createOutbox } from "#client/features/tickets/detail/outbox.ts";
import { THREAD } from "#shared/messages.ts";
import type { Message } from "#shared/schemas/tickets.ts";

type Delivery = { content: string; key: string; answer: (id: number) => void; fail: () => void };

const messageOf = (id: number, content: string): Message => ({
  id,
  content,
  createdAt: "2026-11-20T12:00:00.000Z",
  discordUserId: null,
  discordUserName: null,
  discordImgUrl: null,
  imgUrlsJson: [],
  author: { id: "me", firstName: "Ada", lastName: "Byron", role: "User" },
});

/** An outbox, and what it has handed over so far. */
const openOutbox = (userId = "me") => {
  const deliveries: Delivery[] = [];
  const outbox = createOutbox(userId, 7, (content, key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    deliveries.push({
      content,
      key,
      answer: (id) => resolve(messageOf(id, content)),
      fail: () => reject(new Error("no connection")),
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
    outbox.send("hello", 3);
    expect(outbox.list()).toMatchObject([{ content: "hello", state: "sending", afterId: 3 }]);
    deliveries[0]?.answer(4);
    await settle();
    expect(outbox.list()).toMatchObject([{ state: "sent", messageId: 4 }]);
  });

  test("waits for the one before it", async () => {
    const { outbox, deliveries } = openOutbox();
    outbox.send("one", 0);
    outbox.send("two", 0);
    outbox.send("three", 0);
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
    outbox.send("hello", 0);
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
    outbox.send("hello", 0);
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
    outbox.send("hello", 0);
    const [{ key } = { key: "" }] = outbox.list();
    outbox.settle(key, 5);
    deliveries[0]?.fail();
    await settle();
    expect(outbox.list()).toMatchObject([{ state: "sent", messageId: 5 }]);
  });
});

describe("a reload", () => {
  test("finds what was not sent, to be sent again under its key", async () => {
    const before = openOutbox();
    before.outbox.send("lost on the way", 3);
    before.outbox.send("and the next", 3);
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
    before.outbox.send("sent", 0);
    before.deliveries[0]?.answer(1);
    await settle();
    before.outbox.send("mine", 1);
    expect(
      openOutbox()
        .outbox.list()
        .map(({ content }) => content),
    ).toEqual(["mine"]);
    expect(openOutbox("somebody").outbox.list()).toEqual([]);
  });
});
