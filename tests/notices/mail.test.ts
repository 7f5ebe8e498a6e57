import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { mailNotices } from "#server/modules/notices/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { NOTICE_MAIL } from "#shared/notification-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { uploaded } from "#tests/support/attachments.ts";
import { asSite } from "#tests/support/context.ts";
import { noticeWorld } from "#tests/support/notices.ts";
import { person, refusalOf, TICKET } from "#tests/support/people.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const running = new AbortController().signal;

describe("[PUSH-05] an answer by mail", () => {
  test("goes out once it was unread for ten minutes, with its words, a link and no promise", async () => {
    const { ada, ben, say, mailAfter, inbox, ticketId } = await noticeWorld();
    await say(ben, "Look **behind** the waterfall.\nIt is there.");
    await mailAfter(9 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    await mailAfter(MINUTE_MS);
    expect(inbox().map(({ to }) => to)).toEqual([`${ada.id}@example.test`]);
    const [mail] = inbox();
    expect(mail?.subject).toBe(`Re: Lost my raft (ticket #${ticketId})`);
    expect(mail?.text).toContain("Look **behind** the waterfall.\nIt is there.");
    expect(mail?.text).toContain("Ben Lynx wrote on March 1, 2026");
    expect(mail?.text).toContain(`http://den.example/member/tickets/ticket/${ticketId}`);
    expect(mail?.text).toContain(NOTICE_MAIL.noReplies);
    expect(mail?.text).not.toContain("Answer this mail");
    expect(mail?.html).toContain(NOTICE_MAIL.noReplies);
    expect(mail?.html).not.toContain("Answer this mail");
    await mailAfter(HOUR_MS);
    expect(inbox()).toHaveLength(1);
  });

  test("[ATTACH-07] says how many pictures and files are in it, and shows none of them", async () => {
    const { app, ben, mailAfter, inbox, ticketId } = await noticeWorld();
    const picture = await uploaded(app, ben);
    const log = await uploaded(app, ben, {
      path: "/api/tickets/files?name=crash.log",
      body: "Fatal",
      type: "text/plain",
    });
    const attachmentIds = [picture.id, log.id];
    await ben.messages.send.mutate({ messageGroupId: ticketId, content: "", attachmentIds });
    await mailAfter(10 * MINUTE_MS);
    const [mail] = inbox();
    for (const sentence of [NOTICE_MAIL.pictures(1), NOTICE_MAIL.files(1)])
      expect(mail?.text).toContain(sentence);
    expect(mail?.html).not.toContain(picture.id);
  });

  test("[PUSH-07] that waits for the mail server tells nobody of a ticket that they may not see any more", async () => {
    const { app, ada, ben, say, mailAfter, inbox, ticketId, setMode } = await noticeWorld();
    setMode("down");
    await say(ada, "The secret is under the mat.");
    await mailAfter(10 * MINUTE_MS);
    await ada.tickets.edit.mutate({ ...TICKET, id: ticketId, assignedUserIds: [ada.id] });
    setMode("up");
    await mailAfter(HOUR_MS);
    expect(inbox()).toEqual([]);
    const { outbox } = app.deps.store.tables;
    const rows = await app.deps.store.read.select().from(outbox).where(eq(outbox.kind, "mail"));
    expect(rows).toMatchObject([{ lastError: "withdrawn", payload: { template: "answer" } }]);
    expect(JSON.stringify(rows)).not.toContain("mat");
    expect(
      await refusalOf((await person(app, ben.id)).tickets.byId.query({ id: ticketId })),
    ).toEqual([404, TICKETS.unknown]);
  });

  test("[PUSH-07] that waits for the mail server has messages as they read now, and none that was removed", async () => {
    const { ben, say, mailAfter, inbox, setMode, app } = await noticeWorld();
    setMode("down");
    const [gone, changed] = [await say(ben, "The old words."), await say(ben, "Left, then up.")];
    await mailAfter(10 * MINUTE_MS);
    const { messages } = app.deps.store.tables;
    const removedAt = app.clock.now();
    await app.deps.store.write(async (tx) => {
      await tx.update(messages).set({ removedAt, content: "" }).where(eq(messages.id, gone.id));
      await tx
        .update(messages)
        .set({ content: "Right, then down." })
        .where(eq(messages.id, changed.id));
    });
    setMode("up");
    await mailAfter(HOUR_MS);
    expect(inbox()).toHaveLength(1);
    expect(inbox()[0]?.text).toContain("Right, then down.");
    expect(inbox()[0]?.text).not.toMatch(/old words|Left, then up/);
  });

  test("goes out though time passes while it is prepared", async () => {
    const { app, ben, say, clock, waiting, store } = await noticeWorld();
    await say(ben, "In time.");
    clock.advance(10 * MINUTE_MS);
    const passing = {
      ...clock,
      now: () => {
        clock.advance(1);
        return clock.now();
      },
    };
    await mailNotices(asSite({ ...app.deps, clock: passing }), running);
    expect(await waiting()).toEqual([]);
    const { outbox } = store.tables;
    expect(await store.read.select().from(outbox).where(eq(outbox.kind, "mail"))).toHaveLength(1);
  });

  test("is one mail for several of one ticket, and another for what comes later", async () => {
    const { ben, say, mailAfter, inbox } = await noticeWorld();
    await say(ben, "First.");
    await mailAfter(5 * MINUTE_MS);
    await say(ben, "Second.");
    await mailAfter(5 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
    expect(inbox()[0]?.text).toMatch(/First\.[^]*Second\./);
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
    await say(ben, "Third.");
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toHaveLength(2);
    const later = inbox().find(({ text }) => text.includes("Third."));
    expect(later?.text).not.toContain("First.");
  });

  test.each(["reads the ticket", "reads everything", "answers", "closes the ticket"] as const)(
    "is not sent where its reader %s meanwhile",
    async (act) => {
      const { ada, ben, say, mailAfter, inbox, ticketId } = await noticeWorld();
      await say(ben, "Behind the waterfall.");
      await mailAfter(3 * MINUTE_MS);
      if (act === "reads the ticket") await ada.notifications.markTicketRead.mutate({ ticketId });
      if (act === "reads everything") await ada.notifications.markAllRead.mutate();
      if (act === "answers") await say(ada, "Found it.");
      if (act === "closes the ticket") await ada.tickets.close.mutate({ id: ticketId });
      await mailAfter(8 * MINUTE_MS);
      const toAda = inbox().filter(({ to }) => to === `${ada.id}@example.test`);
      expect(toAda).toEqual([]);
    },
  );

  test("never goes to its author, to whoever left the ticket, or to a closed account", async () => {
    const { ada, ben, say, mailAfter, inbox, store, ticketId } = await noticeWorld();
    const { ticketPeople, users } = store.tables;
    await say(ben, "To Ada.");
    await say(ada, "To Ben.");
    await store.write(async (tx) => {
      await tx.delete(ticketPeople).where(eq(ticketPeople.userId, ben.id));
      await tx
        .update(users)
        .set({ deactivatedAt: new Date(), deactivatedBy: "owner" })
        .where(eq(users.id, ada.id));
    });
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    expect(ticketId).toBeGreaterThan(0);
  });

  test("[PUSH-06] reaches nobody twice, wherever the program is killed", async () => {
    const { app, ben, say, mailAfter, inbox, waiting, store, clock } = await noticeWorld();
    await say(ben, "Once.");
    clock.advance(11 * MINUTE_MS);
    // Two instances at once, and once more.
    const site = asSite(app.deps);
    await Promise.all([mailNotices(site, running), mailNotices(site, running)]);
    await mailNotices(site, running);
    expect(await waiting()).toEqual([]);
    const { outbox } = store.tables;
    const queued = () => store.read.select().from(outbox).where(eq(outbox.kind, "mail"));
    expect(await queued()).toHaveLength(1);
    // Killed between sending and writing that down: an attempt was begun, and nothing is known of it.
    await store.write(async (tx) => {
      await tx.update(outbox).set({ attempts: 1 });
    });
    await mailAfter(MINUTE_MS);
    expect(inbox()).toEqual([]);
    expect(await queued()).toMatchObject([{ lastError: "uncertain" }]);
  });

  test("waits while the mail server is down, and is sent afterwards", async () => {
    const { ben, say, mailAfter, inbox, setMode, run, clock } = await noticeWorld();
    setMode("down");
    await say(ben, "Later.");
    await mailAfter(11 * MINUTE_MS);
    setMode("up");
    clock.advance(5 * MINUTE_MS);
    await run("deliver-mail");
    expect(inbox()).toHaveLength(1);
  });

  test("goes to somebody whom it mentions", async () => {
    const { ada, ben, mailAfter, inbox, ticketId } = await noticeWorld();
    await ben.messages.send.mutate({
      messageGroupId: ticketId,
      content: "Look, @Ada Lynx.",
      mentions: [ada.id],
    });
    await mailAfter(11 * MINUTE_MS);
    expect(inbox().map(({ to }) => to)).toEqual([`${ada.id}@example.test`]);
  });

  test("goes to a helper who is not on the ticket and is mentioned, while they may see it", async () => {
    const { app, store, admin, mailAfter, inbox, ticketId } = await noticeWorld();
    await linkDiscord(app.deps, admin.id);
    const helper = await holderOf(app, ["tickets"]);
    const people = await admin.messages.mentionable.query({ ticketId });
    const name = people.find(({ id }) => id === helper.userId)?.name ?? "";
    const mention = (word: string) =>
      admin.messages.send.mutate({
        messageGroupId: ticketId,
        content: `Look, @${name}: ${word}.`,
        mentions: [helper.userId],
      });
    const toHelper = () => inbox().filter(({ to }) => to === `${helper.userId}@example.test`);
    await mention("first");
    await mailAfter(11 * MINUTE_MS);
    expect(toHelper()).toHaveLength(1);
    expect(toHelper()[0]?.text).toContain(`@${name}: first.`);
    await mention("second");
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ team: null }).where(eq(users.id, helper.userId));
    });
    await mailAfter(11 * MINUTE_MS);
    expect(toHelper()).toHaveLength(1);
  });

  test("is turned off with one click, for tickets alone", async () => {
    const { app, ada, ben, say, mailAfter, inbox } = await noticeWorld();
    await say(ben, "First.");
    await mailAfter(11 * MINUTE_MS);
    const headers = inbox()[0]?.headers ?? {};
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const address = new URL(/^<(.*)>$/.exec(headers["list-unsubscribe"] ?? "")?.[1] ?? "");
    const path = address.pathname + address.search;
    const page = await (await app.request(path)).text();
    expect(page).toContain("End emails about tickets from Lynxden?");
    expect((await ada.preferences.read.query()).choices.tickets.mail).toBe(true);
    expect((await app.request(path, { method: "POST" })).status).toBe(200);
    const { choices } = await ada.preferences.read.query();
    expect(choices.tickets).toEqual({ bell: true, mail: false, push: true });
    expect((await ada.members.profile.query()).allowMarketingEmails).toBe(false);
    await say(ben, "Second.");
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
    // With the topic exchanged, the signature is another's.
    const [, signature] = (address.searchParams.get("token") ?? "").split(".");
    const forged = Buffer.from(`${ada.id}\nshop`).toString("base64url");
    const response = await app.request(`/unsubscribe?token=${forged}.${signature}`, {
      method: "POST",
    });
    expect(response.status).toBe(400);
  });

  test("is not sent where it was turned off while it waited in the outbox", async () => {
    const { ada, ben, say, run, clock, inbox } = await noticeWorld();
    await say(ben, "First.");
    clock.advance(11 * MINUTE_MS);
    await run("mail-notices");
    await ada.preferences.save.mutate({ choices: { tickets: { mail: false } } });
    await run("deliver-mail");
    expect(inbox()).toEqual([]);
  });
});

describe("[PUSH-03] quiet hours", () => {
  // It is 12:00 UTC: 13:00 in Berlin, 01:00 in Auckland.
  test.each([
    ["over midnight", { fromMinute: 22 * 60, untilMinute: 7 * 60 }, "Pacific/Auckland", 6],
    ["in a day", { fromMinute: 12 * 60, untilMinute: 15 * 60 }, "Europe/Berlin", 2],
  ])("%s hold mail back until they end, but not the bell", async (_, quiet, timeZone, hours) => {
    const { ada, ben, say, mailAfter, inbox } = await noticeWorld();
    await ada.preferences.save.mutate({ quiet, timeZone });
    await say(ben, "Quietly.");
    expect((await ada.notifications.unread.query()).count).toBe(1);
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    await mailAfter((hours - 1) * HOUR_MS + 45 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    await mailAfter(5 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
  });

  test("elsewhere hold nothing back", async () => {
    const { ada, ben, say, mailAfter, inbox } = await noticeWorld();
    const quiet = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
    await ada.preferences.save.mutate({ quiet, timeZone: "Europe/Berlin" });
    await say(ben, "At noon.");
    await mailAfter(11 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
  });
});

describe("[PUSH-04] a digest", () => {
  test("gathers the mails of a day at an hour, and leaves out what was read", async () => {
    const { ada, ben, admin, say, mailAfter, inbox, ticketId } = await noticeWorld();
    await ada.preferences.save.mutate({
      choices: { points: { mail: true } },
      timeZone: "UTC",
      digestHour: 18,
    });
    await say(ben, "Read at once.");
    await ada.notifications.markTicketRead.mutate({ ticketId });
    await say(ben, "For the evening.");
    await admin.points.change.mutate({ userProfileId: ada.id, delta: 500, reason: "A gift" });
    await mailAfter(3 * HOUR_MS);
    await say(ben, "And this.");
    await mailAfter(2 * HOUR_MS + 50 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    await mailAfter(10 * MINUTE_MS);
    expect(inbox()).toHaveLength(1);
    const [mail] = inbox();
    expect(mail?.subject).toBe("Lynxden: 2 things that are new");
    expect(mail?.text).toContain("For the evening.");
    expect(mail?.text).toContain("And this.");
    expect(mail?.text).toContain("+500 ZP");
    expect(mail?.text).not.toContain("Read at once.");
    await mailAfter(HOUR_MS);
    expect(inbox()).toHaveLength(1);
  });
});
