import { describe, expect, test } from "bun:test";
import { createPushSender, makeVapidKey, vapidKeyOf } from "#server/providers/push/web-push.ts";
import { PUSH_SUBSCRIPTIONS_MAX, PUSH_UNSEEN_MS } from "#shared/constants/mail.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { PUSH } from "#shared/notification-messages.ts";
import { jobsOf } from "#tests/support/notices.ts";
import { person, refusalOf } from "#tests/support/people.ts";
import { pushWorld } from "#tests/support/push.ts";

describe("[PUSH-08] browsers that push reaches", () => {
  test("are one for each browser, and their owner's alone", async () => {
    const { app, ada, ben, add, service } = await pushWorld();
    const first = await add(ada);
    await ada.push.subscribe.mutate({ endpoint: first.endpoint, keys: first.keys });
    // The browser has another address by now.
    await add(ada);
    const elsewhere = await person(app, ada.id);
    await elsewhere.push.subscribe.mutate(service.browser());
    const { items, publicKey } = await ada.push.list.query();
    expect(items).toHaveLength(2);
    expect(items.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(items.some(({ id }) => id === first.id)).toBe(false);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect((await ben.push.list.query()).items).toEqual([]);
    const id = items[0]?.id ?? 0;
    expect(await refusalOf(ben.push.unsubscribe.mutate({ id }))).toEqual([404, PUSH.unknown]);
    expect(await refusalOf(ben.push.sendTest.mutate())).toEqual([409, PUSH.none]);
    await ada.push.unsubscribe.mutate({ id });
    expect((await ada.push.list.query()).items).toHaveLength(1);
  });

  test("of which a member has so many at most: the one longest not seen goes", async () => {
    const { app, ada, add, service, clock } = await pushWorld();
    const first = await add(ada);
    for (let more = 0; more < PUSH_SUBSCRIPTIONS_MAX; more += 1) {
      clock.advance(1000);
      await (await person(app, ada.id)).push.subscribe.mutate(service.browser());
    }
    const { items } = await ada.push.list.query();
    expect(items).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
    expect(items.some(({ id }) => id === first.id)).toBe(false);
  });

  test("belong to whoever uses them now", async () => {
    const { ada, ben, add } = await pushWorld();
    const { endpoint, keys } = await add(ada);
    await ben.push.subscribe.mutate({ endpoint, keys });
    expect((await ada.push.list.query()).items).toEqual([]);
    expect((await ben.push.list.query()).items).toHaveLength(1);
  });

  test("are forgotten with the session that ends, and with what waits for them", async () => {
    const { app, ada, ben, add, say, waiting, subscriptions, service } = await pushWorld();
    const here = await add(ada);
    const elsewhere = await person(app, ada.id);
    await elsewhere.push.subscribe.mutate(service.browser());
    await say(ben, "Hello.");
    expect(await waiting()).toHaveLength(2);
    expect((await elsewhere.ask("POST", "/api/Auth/logout")).status).toBe(204);
    expect((await subscriptions()).map(({ id }) => id)).toEqual([here.id]);
    expect(await waiting()).toHaveLength(1);
    const { auth, store } = app.deps;
    await store.write((tx) => auth.sessions.endOthers(tx, ada.id, "another"));
    expect(await subscriptions()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("stay while a session has run out, and go after two months or with the account", async () => {
    const { app, ada, ben, add, subscriptions, clock, store } = await pushWorld();
    await add(ada);
    await add(ben);
    clock.advance(2 * DAY_MS);
    const run = jobsOf(app);
    await run("forget-expired");
    expect(await subscriptions()).toHaveLength(2);
    // Without a session that could be ended one by one.
    await store.write((tx) => app.deps.auth.sessions.endAll(tx, ben.id));
    expect((await subscriptions()).map(({ userId }) => userId)).toEqual([ada.id]);
    clock.advance(PUSH_UNSEEN_MS);
    await run("forget-expired");
    expect(await subscriptions()).toEqual([]);
  });

  test("are asked for over REST", async () => {
    const { ada, ben, service } = await pushWorld();
    const added = await ada.ask("POST", "/api/push/subscriptions", service.browser());
    const { id } = (await added.json()) as { id: number };
    expect(added.status).toBe(200);
    const listed = await (await ada.ask("GET", "/api/push/subscriptions")).json();
    expect(listed).toMatchObject({ items: [{ id, isThis: true, browser: "Unknown browser" }] });
    const path = `/api/push/subscriptions/${id}`;
    expect((await ben.ask("DELETE", path)).status).toBe(404);
    expect((await ada.ask("DELETE", path)).status).toBe(204);
    expect((await ada.ask("DELETE", path)).status).toBe(404);
  });
});

describe("[PUSH-09] an address that a browser gives", () => {
  const sender = createPushSender({
    key: vapidKeyOf(makeVapidKey()),
    subject: () => "mailto:den@den.example",
    hosts: ["push.den.example:8443", "*.push.example.org"],
  });

  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYA",
    "https://push.den.example:8443/1",
    "https://a.push.example.org/1",
  ])("%s is asked", (endpoint) => {
    expect(sender.isAllowed(endpoint)).toBe(true);
  });

  test.each([
    "http://fcm.googleapis.com/fcm/send/a",
    "https://fcm.googleapis.com:444/a",
    "https://fcm.googleapis.com.evil.example/a",
    "https://evil.example/fcm.googleapis.com",
    "https://evilpush.apple.com/a",
    "https://push.apple.com/a",
    "https://user@fcm.googleapis.com/a",
    "https://fcm.googleapis.com/a#b",
    "https://FCM.googleapis.com/a",
    "https://fcm.googleapis.com./a",
    "https://127.0.0.1/a",
    "https://localhost:3000/a",
    "https://[::1]/a",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/a",
    "https://2130706433/a",
    "https://push.den.example/1",
    "file:///etc/passwd",
    "//fcm.googleapis.com/a",
    "fcm.googleapis.com/a",
    `https://fcm.googleapis.com/${"a".repeat(1000)}`,
  ])("%s is not", async (endpoint) => {
    expect(sender.isAllowed(endpoint)).toBe(false);
    const target = { endpoint, p256dh: "", auth: "" };
    const message = { text: "a", topic: null, keptMs: 1000 };
    // Nor where it stands in the store from a time when it was known.
    expect(await sender.send(target, message)).toEqual({ kind: "gone" });
  });

  test("is refused when it is added, as are keys that are none", async () => {
    const { ada, service, subscriptions } = await pushWorld();
    const { endpoint, keys } = service.browser();
    const add = (given: object) =>
      refusalOf(ada.push.subscribe.mutate({ endpoint, keys, ...given }));
    expect(await add({ endpoint: "https://127.0.0.1:1/a" })).toEqual([400, PUSH.badEndpoint]);
    const offCurve = Buffer.alloc(65, 4).toString("base64url");
    for (const wrong of [
      { ...keys, p256dh: offCurve },
      { ...keys, p256dh: "AAAA" },
      { ...keys, auth: "AAAA" },
      { ...keys, auth: "not base64!" },
    ])
      expect(await add({ keys: wrong })).toEqual([400, PUSH.badKeys]);
    expect(await subscriptions()).toEqual([]);
  });
});
