import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { deliverPush, readPushTrouble } from "#server/modules/push/index.ts";
import { PUSH_KEPT_MS, PUSH_WAIT_MS } from "#shared/constants/mail.ts";
import { DEFAULT_NOTICE_CHOICES, type NoticeTopic } from "#shared/constants/notices.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { PUSH_SENTENCES } from "#shared/notification-messages.ts";
import { asSite } from "#tests/support/context.ts";
import { idOf, pushWorld } from "#tests/support/push.ts";

const running = new AbortController().signal;
const TOPICS = Object.keys(DEFAULT_NOTICE_CHOICES) as NoticeTopic[];

describe("[PUSH-10] what is pushed", () => {
  test("is a sentence and ids, encrypted and signed, and nothing of what was written", async () => {
    const { ada, ben, add, say, pushAfter, arrivedAt, service, ticketId } = await pushWorld();
    const [phone, own] = [await add(ada), await add(ben)];
    await say(ben, "My password is hunter2.");
    expect(service.arrived()).toEqual([]);
    await pushAfter(PUSH_WAIT_MS);
    expect(arrivedAt(own)).toEqual([]);
    expect(arrivedAt(phone)).toEqual([
      {
        title: "Lynxden",
        text: `There is an answer on ticket #${ticketId}.`,
        link: `/member/tickets/ticket/${ticketId}`,
        tag: `ticket-${ticketId}`,
        notificationId: expect.any(Number),
        ticketId,
      },
    ]);
    const [message] = service.arrived();
    expect(message).toMatchObject({
      topic: `ticket-${ticketId}`,
      urgency: "normal",
      ttlSeconds: PUSH_KEPT_MS / 1000,
      publicKey: (await ada.push.list.query()).publicKey,
    });
    expect(message?.text).not.toContain("hunter2");
    expect(message?.text).not.toContain("raft");
    const { items } = await ada.push.list.query();
    expect(items[0]?.pushedAt).not.toBeNull();
    await pushAfter(HOUR_MS);
    expect(arrivedAt(phone)).toHaveLength(1);
  });

  test("of several about one ticket is the newest alone", async () => {
    const { ada, ben, add, say, pushAfter, arrivedAt } = await pushWorld();
    const phone = await add(ada);
    await say(ben, "One.");
    await say(ben, "Two.");
    await say(ben, "Three.");
    await pushAfter();
    expect(arrivedAt(phone)).toHaveLength(1);
    await say(ben, "Four.");
    await pushAfter();
    expect(arrivedAt(phone)).toHaveLength(2);
  });

  test("is not sent to whoever looks at it already", async () => {
    const { ada, ben, add, say, pushAfter, waiting, service, ticketId } = await pushWorld();
    await add(ada);
    await say(ben, "Hello.");
    await ada.notifications.markTicketRead.mutate({ ticketId });
    expect(await waiting()).toEqual([]);
    await pushAfter();
    expect(service.arrived()).toEqual([]);
  });

  test("is not sent of what was taken back meanwhile", async () => {
    const { app, ada, admin, add, pushAfter, service } = await pushWorld();
    await add(ada);
    await ada.preferences.save.mutate({ choices: { news: { push: true } } });
    const news = { subject: "Wipe", message: "On Friday." };
    await admin.notifications.create.mutate({ ...news, targetUserIds: [ada.id] });
    const { notifications } = app.deps.store.tables;
    const [row] = await app.deps.store.read
      .select({ id: notifications.id })
      .from(notifications)
      .where(eq(notifications.subject, news.subject));
    await admin.notifications.withdraw.mutate({ id: row?.id ?? 0 });
    await pushAfter();
    expect(service.arrived()).toEqual([]);
  });

  test.each(TOPICS.flatMap((topic) => [true, false].map((isOn) => [topic, isOn] as const)))(
    "[PUSH-02] about %s comes where that is chosen: %p",
    async (topic, isOn) => {
      const { app, ada, add, pushAfter, arrivedAt } = await pushWorld();
      const phone = await add(ada);
      await ada.preferences.save.mutate({ choices: { [topic]: { push: isOn } } });
      await asSite(app.deps).write((tx) =>
        tx.notify({
          userIds: [ada.id],
          kind: topic === "tickets" ? "closing" : "news",
          topic,
          subject: "Something secret",
          message: "Happened.",
        }),
      );
      await pushAfter();
      const [message] = arrivedAt(phone);
      expect(message?.text).toBe(
        isOn ? PUSH_SENTENCES.about(topic, "news", null) : (undefined as unknown as string),
      );
    },
  );

  test("of news for everyone comes to those who chose them, and is taken up where it ended", async () => {
    const { admin, ada, ben, add, pushAfter, arrivedAt, store } = await pushWorld();
    const [phone, other] = [await add(ada), await add(ben)];
    await ada.preferences.save.mutate({ choices: { news: { push: true } } });
    await admin.notifications.create.mutate({ subject: "A", message: "a", isGlobal: true });
    await pushAfter();
    await pushAfter();
    expect(arrivedAt(phone).map(({ text }) => text)).toEqual(["There is news for you."]);
    expect(arrivedAt(other)).toEqual([]);
    expect(await store.read.select().from(store.tables.pushBroadcasts)).toEqual([]);
  });

  test("[PUSH-03] waits until quiet hours end, in the member's zone and over midnight", async () => {
    const { ada, ben, add, say, pushAfter, arrivedAt } = await pushWorld();
    const phone = await add(ada);
    // It is 01:00 in Auckland.
    const quiet = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
    await ada.preferences.save.mutate({ quiet, timeZone: "Pacific/Auckland" });
    await say(ben, "Hello.");
    await pushAfter(5 * HOUR_MS);
    expect(arrivedAt(phone)).toEqual([]);
    // A test is what somebody has just asked for.
    await ada.push.sendTest.mutate();
    await pushAfter();
    expect(arrivedAt(phone).map(({ text }) => text)).toEqual([PUSH_SENTENCES.test]);
    await pushAfter(HOUR_MS);
    expect(arrivedAt(phone)).toHaveLength(2);
  });
});

describe("[PUSH-09] a push service that", () => {
  test.each([404, 410])("answers %p is never asked again for that browser", async (status) => {
    const { ada, ben, add, say, pushAfter, service, subscriptions, waiting } = await pushWorld();
    const phone = await add(ada);
    service.answer(idOf(phone), { status });
    await say(ben, "Hello.");
    await pushAfter();
    expect(await subscriptions()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("answers 429 is left alone for as long as it says", async () => {
    const { ada, ben, add, say, pushAfter, service, arrivedAt } = await pushWorld();
    const phone = await add(ada);
    service.answer(idOf(phone), { status: 429, retryAfterSeconds: 600 });
    await say(ben, "Hello.");
    await pushAfter();
    service.answer(idOf(phone), null);
    await pushAfter(9 * MINUTE_MS);
    expect(arrivedAt(phone)).toEqual([]);
    await pushAfter(MINUTE_MS);
    expect(arrivedAt(phone)).toHaveLength(1);
  });

  test("fails is asked again, ever later, and then no more", async () => {
    const { ada, ben, add, say, pushAfter, service, arrivedAt, waiting, subscriptions } =
      await pushWorld();
    const phone = await add(ada);
    service.answer(idOf(phone), { status: 503 });
    await say(ben, "Hello.");
    await pushAfter();
    expect(await waiting()).toMatchObject([{ attempts: 1, error: "503" }]);
    service.answer(idOf(phone), null);
    await pushAfter(15_000);
    expect(arrivedAt(phone)).toHaveLength(1);
    service.answer(idOf(phone), { status: 500 });
    await say(ben, "Again.");
    for (let turn = 0; turn < 10; turn += 1) await pushAfter(HOUR_MS);
    expect(await waiting()).toEqual([]);
    expect(await subscriptions()).toMatchObject([{ refusals: 1, refusal: "500" }]);
  });

  test.each([302, 307])("leads elsewhere with %p is not followed", async (status) => {
    const { ada, ben, add, say, pushAfter, service, subscriptions } = await pushWorld();
    const phone = await add(ada);
    service.answer(idOf(phone), { status });
    await say(ben, "Hello.");
    await pushAfter();
    expect(service.arrived()).toEqual([]);
    expect(await subscriptions()).toMatchObject([{ refusals: 1, refusal: String(status) }]);
  });

  test("refuses keeps the browser, and is noted until it takes something again", async () => {
    const { ada, ben, add, say, pushAfter, service, subscriptions, store } = await pushWorld();
    const phone = await add(ada);
    service.answer(idOf(phone), { status: 413 });
    await say(ben, "One.");
    await pushAfter();
    await say(ben, "Two.");
    await pushAfter();
    await say(ben, "And two.");
    await pushAfter();
    expect(await subscriptions()).toMatchObject([{ refusals: 3, refusal: "413" }]);
    expect(await readPushTrouble(store.read)).toEqual({
      browsers: 1,
      refusing: [{ host: service.host, code: "413", browsers: 1 }],
    });
    service.answer(idOf(phone), null);
    await say(ben, "Three.");
    await pushAfter();
    expect(await subscriptions()).toMatchObject([{ refusals: 0, refusal: null }]);
  });
});

describe("[PUSH-06] nothing is pushed twice", () => {
  test("by two instances, or where one is killed between sending and writing that down", async () => {
    const { app, ada, ben, add, say, clock, store, arrivedAt, waiting } = await pushWorld();
    const phone = await add(ada);
    await say(ben, "Once.");
    clock.advance(PUSH_WAIT_MS);
    const site = asSite(app.deps);
    await Promise.all([deliverPush(site, running), deliverPush(site, running)]);
    expect(arrivedAt(phone)).toHaveLength(1);
    await say(ben, "Killed.");
    // An attempt was begun, and nothing is known of it.
    await store.write(async (tx) => {
      await tx.update(store.tables.pushNotices).set({ attempts: 1 });
    });
    clock.advance(HOUR_MS);
    await deliverPush(site, running);
    expect(arrivedAt(phone)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });
});
