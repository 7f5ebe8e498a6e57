import { describe, expect, test } from "bun:test";
import {
  DEFAULT_NOTICE_CHOICES,
  MAILED_TOPICS,
  type MailedTopic,
  type NoticeTopic,
} from "#shared/constants/notices.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { PREFERENCES } from "#shared/notification-messages.ts";
import { afterQuiet, isQuiet, nextAt } from "#shared/rules/local-time.ts";
import { asSite } from "#tests/support/context.ts";
import { noticeWorld } from "#tests/support/notices.ts";
import { refusalOf } from "#tests/support/people.ts";

const TOPICS = Object.keys(DEFAULT_NOTICE_CHOICES) as NoticeTopic[];

describe("[PUSH-01] how somebody is told", () => {
  test("is what the site has for whoever has chosen nothing, without a row", async () => {
    const { ada, store } = await noticeWorld();
    expect(await ada.preferences.read.query()).toMatchObject({
      choices: DEFAULT_NOTICE_CHOICES,
      quiet: null,
      timeZone: null,
      digestHour: null,
    });
    expect(await store.read.select().from(store.tables.noticeSettings)).toEqual([]);
  });

  test("keeps what a change leaves out, and is one's own alone", async () => {
    const { ada, ben } = await noticeWorld();
    const quiet = { fromMinute: 1320, untilMinute: 420 };
    await ada.preferences.save.mutate({ quiet, timeZone: "Asia/Tokyo" });
    await ada.preferences.save.mutate({ choices: { shop: { push: false } }, digestHour: 7 });
    expect(await ada.preferences.read.query()).toMatchObject({
      choices: { ...DEFAULT_NOTICE_CHOICES, shop: { bell: true, mail: false, push: false } },
      quiet,
      timeZone: "Asia/Tokyo",
      digestHour: 7,
    });
    expect(await ada.preferences.save.mutate({ quiet: null, digestHour: null })).toMatchObject({
      quiet: null,
      timeZone: "Asia/Tokyo",
      digestHour: null,
    });
    expect((await ben.preferences.read.query()).quiet).toBeNull();
  });

  test("refuses quiet hours without a length, a zone that is none, and an hour that is none", async () => {
    const { ada } = await noticeWorld();
    const same = { fromMinute: 60, untilMinute: 60 };
    expect(await refusalOf(ada.preferences.save.mutate({ quiet: same }))).toEqual([
      400,
      PREFERENCES.sameTime,
    ]);
    expect(await refusalOf(ada.preferences.save.mutate({ timeZone: "Mars/Olympus" }))).toEqual([
      400,
      PREFERENCES.unknownZone,
    ]);
    expect((await refusalOf(ada.preferences.save.mutate({ digestHour: 24 })))[0]).toBe(400);
  });
});

describe("[PUSH-02] every topic and channel", () => {
  test.each(TOPICS.flatMap((topic) => [true, false].map((isOn) => [topic, isOn] as const)))(
    "%s with bell and mail %p",
    async (topic, isOn) => {
      const { app, ada, mailAfter, inbox, ticketId, ben, say } = await noticeWorld();
      const isMailed = (MAILED_TOPICS as readonly NoticeTopic[]).includes(topic);
      await ada.preferences.save.mutate({
        choices: {
          [topic]: isMailed
            ? { bell: isOn, mail: isOn }
            : topic === "strikes"
              ? { mail: isOn }
              : { bell: isOn },
        },
      });
      if (topic === "tickets") await say(ben, "Hello.");
      else
        await asSite(app.deps).write((tx) =>
          tx.notify({
            userIds: [ada.id],
            kind: "news",
            topic,
            subject: "Something",
            message: "Happened.",
          }),
        );
      const isRung = isOn || topic === "strikes";
      expect((await ada.notifications.unread.query()).count).toBe(isRung ? 1 : 0);
      // Nothing is lost: it stands among the read ones.
      const { items } = await ada.notifications.list.query({});
      expect(items.map(({ isRead }) => isRead)).toEqual([!isRung]);
      await mailAfter(11 * MINUTE_MS);
      expect(inbox()).toHaveLength(isMailed && isOn ? 1 : 0);
      expect(ticketId).toBeGreaterThan(0);
    },
  );

  test("what concerns an account has no topic, and always comes by the bell", async () => {
    const { app, ada } = await noticeWorld();
    const off = { bell: false, mail: false, push: false };
    const choices = Object.fromEntries(MAILED_TOPICS.map((topic: MailedTopic) => [topic, off]));
    await ada.preferences.save.mutate({ choices: { ...choices, news: { bell: false } } });
    await asSite(app.deps).write((tx) =>
      tx.notify({ userIds: [ada.id], kind: "news", subject: "Archive", message: "Ready." }),
    );
    expect((await ada.notifications.unread.query()).count).toBe(1);
  });

  test("news for everyone leave the bell of whoever turned it off alone, and do not come back", async () => {
    const { ada, ben, admin, clock } = await noticeWorld();
    await ada.preferences.save.mutate({ choices: { news: { bell: false } } });
    clock.advance(1000);
    await admin.notifications.create.mutate({ subject: "A", message: "a", isGlobal: true });
    expect((await ada.notifications.unread.query()).count).toBe(0);
    expect((await ben.notifications.unread.query()).count).toBe(1);
    clock.advance(1000);
    await ada.preferences.save.mutate({ choices: { news: { bell: true } } });
    expect((await ada.notifications.unread.query()).count).toBe(0);
    clock.advance(1000);
    await admin.notifications.create.mutate({ subject: "B", message: "b", isGlobal: true });
    const { items } = await ada.notifications.list.query({});
    expect(items.map(({ subject, isRead }) => [subject, isRead])).toEqual([
      ["B", false],
      ["A", true],
    ]);
  });
});

const at = (text: string) => new Date(text);
const night = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
const endOfNight = (moment: string) =>
  afterQuiet(at(moment), night, "Europe/Berlin").toISOString().slice(0, 16);
const nextEvening = (moment: string) =>
  nextAt(at(moment), 18 * 60, "UTC")
    .toISOString()
    .slice(0, 16);

describe("[PUSH-03] hours on a clock", () => {
  test.each([
    ["2026-03-01T20:59:59Z", false],
    ["2026-03-01T21:00:00Z", true],
    ["2026-03-01T23:30:00Z", true],
    ["2026-03-02T05:59:59Z", true],
    ["2026-03-02T06:00:00Z", false],
  ])("in Berlin %s is quiet: %p", (moment, expected) => {
    expect(isQuiet(at(moment), night, "Europe/Berlin")).toBe(expected);
  });

  test("end when the clocks of the zone say so, also when these are changed that night", () => {
    expect(endOfNight("2026-03-01T23:30:00Z")).toBe("2026-03-02T06:00");
    expect(endOfNight("2026-03-28T23:30:00Z")).toBe("2026-03-29T05:00");
    expect(endOfNight("2026-10-24T21:30:00Z")).toBe("2026-10-25T06:00");
    expect(endOfNight("2026-03-02T12:00:00Z")).toBe("2026-03-02T12:00");
  });

  test("come next today or tomorrow", () => {
    expect(nextEvening("2026-03-01T12:00:00Z")).toBe("2026-03-01T18:00");
    expect(nextEvening("2026-03-01T18:00:30Z")).toBe("2026-03-01T18:00");
    expect(nextEvening("2026-03-01T18:01:00Z")).toBe("2026-03-02T18:00");
  });
});
