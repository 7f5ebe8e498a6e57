import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { REFUSALS } from "#server/core/errors.ts";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import { CLOSED_ACCOUNT_KEPT_MS, LENGTHS } from "#shared/constants/accounts.ts";
import { LIMITS } from "#shared/constants/limits.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type Message, messagePage } from "#shared/schemas/tickets.ts";
import { THREAD, TICKETS } from "#shared/ticket-messages.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import { asSite } from "#tests/support/context.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { threadWorld } from "#tests/support/threads.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";

describe("sending a message", () => {
  test("[MSG-07] gives it as everybody on the ticket then reads it", async () => {
    const { app, ada, ben, admin, ticketId, posted, thread, stored } = await threadWorld();
    const sent = await posted(ada, "Is anybody there?");
    expect(sent).toEqual({
      id: sent.id,
      content: "Is anybody there?",
      html: "<p>Is anybody there?</p>",
      editedAt: null,
      removedAt: null,
      mentions: [],
      createdAt: app.clock.now().toISOString(),
      discordUserId: `discord of ${ada.userId}`,
      discordUserName: "ada#1",
      discordImgUrl: "https://cdn.discordapp.com/avatars/1/a.png",
      imgUrlsJson: [],
      attachments: [],
      author: { id: ada.userId, firstName: "Ada", lastName: "Lynx", role: "User" },
    });
    for (const reader of [ada, ben, admin])
      expect(await thread(reader)).toEqual([200, [sent], null]);
    expect(await stored()).toMatchObject([{ ticketId, authorId: ada.userId }]);
  });

  test("[TICK-01] is for those on the ticket and Admins; for anybody else there is none", async () => {
    const { ada, ben, admin, stranger, posted, refused, post, refusedThread, stored } =
      await threadWorld();
    for (const who of [ada, ben, admin]) await posted(who, "Hello");
    expect(await refused(stranger, "Hello")).toEqual([404, TICKETS.unknown]);
    expect(await refusedThread(stranger)).toEqual([404, TICKETS.unknown]);
    expect(await refused({ headers: {} }, "Hello")).toEqual([401, REFUSALS.signInFirst]);
    const [status, body] = await post(admin, { messageGroupId: 99, content: "Hello" });
    expect([status, body]).toMatchObject([404, { message: TICKETS.unknown }]);
    expect(await stored()).toHaveLength(3);
  });

  test("[MSG-07] names the roles of whoever belongs to the team", async () => {
    const { app, ada, ben, posted, thread } = await threadWorld();
    const { users } = app.deps.store.tables;
    await app.deps.store.write((tx) =>
      tx
        .update(users)
        .set({ team: { roles: ["Moderator"], permissions: ["tickets"] } })
        .where(eq(users.id, ben.userId)),
    );
    await posted(ben, "How can I help?");
    await posted(ada, "Like this.");
    const [, messages] = await thread(ada);
    const found = messages as { author: object }[];
    expect(found[0]?.author).toMatchObject({ role: "User", teamRoles: ["Moderator"] });
    expect(found[1]?.author).not.toHaveProperty("teamRoles");
  });

  test("names no e-mail address, to nobody", async () => {
    const { admin, ada, ben, posted, thread } = await threadWorld();
    const answers = [await posted(ada, "Hello"), await thread(ben), await thread(admin)];
    expect(JSON.stringify(answers)).not.toContain("example.test");
    expect(JSON.stringify(answers)).not.toContain("email");
  });

  test("[MSG-01] a closed ticket refuses it, and takes it again once it is restored", async () => {
    const { store, ticketId, ada, admin, refused, posted, thread } = await threadWorld();
    const { tickets } = store.tables;
    const become = (status: "Open" | "closed") =>
      store.write(async (tx) => {
        await tx.update(tickets).set({ status }).where(eq(tickets.id, ticketId));
      });
    await posted(ada, "Before");
    await become("closed");
    for (const who of [ada, admin])
      expect(await refused(who, "Hello")).toEqual([409, THREAD.ticketClosed]);
    expect((await thread(ada))[1]).toHaveLength(1);
    await become("Open");
    await posted(ada, "After");
  });

  test("[MSG-02] needs a linked Discord account", async () => {
    const { app, store, admin, ben, refused, posted } = await threadWorld();
    const { links } = store.tables;
    for (const { userId } of [admin, ben])
      await store.write(async (tx) => {
        await tx.delete(links).where(eq(links.userId, userId));
      });
    for (const who of [admin, ben])
      expect(await refused(who, "Hello")).toEqual([403, THREAD.needsDiscord]);
    await linkDiscord(app.deps, ben.userId, "ben");
    expect(await posted(ben, "Hello")).toMatchObject({ discordUserName: "ben" });
  });

  test("[ACC-26] needs none where the site knows no Discord", async () => {
    const app = await testApp();
    const ada = await signedIn(app);
    const ticketId = await addTicket(app.deps, { people: [ada.userId] });
    const input = { messageGroupId: ticketId, content: "Hello" };
    const answer = await askTrpc(app, "messages.send", input, ada.headers);
    expect(answer.status).toBe(200);
  });

  test("asks in this order: the ticket, its status, Discord, the picture", async () => {
    const { app, ada, post } = await threadWorld();
    const unlinked = await signedIn(app);
    const { userId } = unlinked;
    const picture = { content: "Hello", imgUrl: "http://elsewhere.example/a.png" };
    const on = async (people: [string, ...string[]], status: "Open" | "closed") => {
      const messageGroupId = await addTicket(app.deps, { people, status });
      return (await post(unlinked, { messageGroupId, ...picture }))[0];
    };
    expect(await on([ada.userId], "closed")).toBe(404);
    expect(await on([ada.userId, userId], "closed")).toBe(409);
    expect(await on([userId], "Open")).toBe(403);
    await linkDiscord(app.deps, userId);
    expect(await on([userId], "Open")).toBe(400);
  });
});

describe("what a message may say", () => {
  test.each([
    ["nothing", ""],
    ["spaces and line breaks", " \n\t \r\n"],
    ["what shows nothing", "\u200b\u200d\ufeff\u2060\u00ad"],
    ["a hangul filler and a blank braille cell", "\u3164\u2800"],
    ["a NUL", "a\0b"],
    ["an escape", "a\u001b[31mb"],
    ["a right-to-left override", "a\u202eb"],
    ["an isolate", "\u2066a"],
    ["a 4,001st character", "a".repeat(LENGTHS.message + 1)],
    ["a number", 7],
    ["a list", ["a"]],
  ])("not %s", async (_, content) => {
    const { ada, refused, stored, replies, received } = await threadWorld();
    const [status, sentence] = await refused(ada, content);
    expect(status).toBe(400);
    expect(sentence).toContain("content");
    expect([await stored(), await replies(), await received()]).toEqual([[], [], []]);
  });

  test.each([
    ["4,000 characters", "ä".repeat(LENGTHS.message)],
    ["HTML, which stays text", '<b onclick="steal()">bold</b> &amp; <script>alert(1)</script>'],
    ["SQL, which stays text", `'; DROP TABLE messages; -- "`],
    ["line breaks, tabs and code", "  Steps:\n\n\t1. join\n```\n\tif (x) { }\n```\n"],
    ["zero-width characters within words", "👩\u200d🚀 co\u00adop"],
    ["addresses, which stay text", "javascript:alert(1) https://example.com/?a=1&b=<c>"],
    ["every script", "Здравствуй 你好 مرحبا 🐾"],
  ])("%s, exactly", async (_, content) => {
    const { ada, ben, posted, thread } = await threadWorld();
    expect((await posted(ada, content)).content).toBe(content);
    expect((await thread(ben))[1]).toMatchObject([{ content }]);
  });

  test("Windows' line breaks become line breaks, and letters are composed", async () => {
    const { ada, posted } = await threadWorld();
    expect((await posted(ada, "a\r\nb e\u0301")).content).toBe("a\nb \u00e9");
  });
});

describe("a picture in a message", () => {
  test("is shown from configured hosts, over https", async () => {
    const { ada, posted, thread } = await threadWorld();
    const shown = "https://i.imgur.com/a%20b.png?x=1";
    const given = " https://I.Imgur.com:443/a b.png?x=1";
    expect((await posted(ada, "Look", { imgUrl: given })).imgUrlsJson).toEqual([shown]);
    expect((await posted(ada, "None", { imgUrl: null })).imgUrlsJson).toEqual([]);
    const [, items] = await thread(ada);
    expect(items.map(({ imgUrlsJson }) => imgUrlsJson)).toEqual([[shown], []]);
  });

  test.each([
    "http://i.imgur.com/a.png",
    "https://elsewhere.example/a.png",
    "https://i.imgur.com.elsewhere.example/a.png",
    "https://evil-i.imgur.com/a.png",
    "https://i.imgur.com@elsewhere.example/a.png",
    "https://ada:secret@i.imgur.com/a.png",
    "https://i.imgur.com:8443/a.png",
    "javascript:alert(1)//i.imgur.com",
    "data:image/png;base64,AAAA",
    "//i.imgur.com/a.png",
    "i.imgur.com/a.png",
    "",
  ])("is refused elsewhere: %s", async (imgUrl) => {
    const { ada, refused, stored, received } = await threadWorld();
    expect(await refused(ada, "Look", { imgUrl })).toEqual([400, THREAD.unknownPicture]);
    expect([await stored(), await received()]).toEqual([[], []]);
  });

  test("is an address of at most 500 characters", async () => {
    const { ada, refused } = await threadWorld();
    const imgUrl = `https://i.imgur.com/${"a".repeat(LENGTHS.url)}`;
    expect((await refused(ada, "Look", { imgUrl }))[0]).toBe(400);
  });
});

describe("a message that is sent again with its key", () => {
  const again = { idempotencyKey: "key-of-one-message" };

  test("is stored once, and the answer is the same", async () => {
    const { app, ada, ben, posted, stored, replies, received } = await threadWorld();
    const first = await posted(ada, "Hello", again);
    app.clock.advance(1000);
    expect(await posted(ada, "Hello", again)).toEqual(first);
    expect(await stored()).toHaveLength(1);
    expect(await replies()).toEqual([{ to: ben.userId, isRead: false }]);
    expect((await received()).filter(({ type }) => type === "message.added")).toHaveLength(1);
  });

  test("at the same time, too", async () => {
    const { ada, posted, stored, replies } = await threadWorld();
    const sent = await Promise.all(Array.from({ length: 5 }, () => posted(ada, "Hello", again)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect(await replies()).toHaveLength(1);
  });

  test("is another message where another person's key is the same", async () => {
    const { ada, ben, posted, contents } = await threadWorld();
    await posted(ada, "Mine", again);
    await posted(ben, "And mine", again);
    expect(await contents()).toEqual(["Mine", "And mine"]);
  });

  test("is another message on another ticket", async () => {
    const { app, ada, posted, stored } = await threadWorld();
    await posted(ada, "Here", again);
    const messageGroupId = await addTicket(app.deps, { people: [ada.userId] });
    expect((await posted(ada, "There", { ...again, messageGroupId })).content).toBe("There");
    expect(await stored()).toMatchObject([{ content: "Here" }, { ticketId: messageGroupId }]);
  });

  test("is told to have been sent, though the ticket is closed by now", async () => {
    const { store, ticketId, ada, posted, refused } = await threadWorld();
    const { tickets } = store.tables;
    const sent = await posted(ada, "Hello", again);
    await store.write(async (tx) => {
      await tx.update(tickets).set({ status: "closed" }).where(eq(tickets.id, ticketId));
    });
    expect(await posted(ada, "Hello", again)).toEqual(sent);
    expect((await refused(ada, "Hello", { idempotencyKey: "another-key" }))[0]).toBe(409);
  });

  test("after it was refused, it is written", async () => {
    const { app, store, ada, posted, refused, contents } = await threadWorld();
    const { links } = store.tables;
    await store.write(async (tx) => {
      await tx.delete(links).where(eq(links.userId, ada.userId));
    });
    expect((await refused(ada, "Hello", again))[0]).toBe(403);
    await linkDiscord(app.deps, ada.userId);
    await posted(ada, "Hello", again);
    expect(await contents()).toEqual(["Hello"]);
  });
});

describe("[LIMIT-07] of one member, 30 messages are taken in a minute", () => {
  const { max, windowMs } = LIMITS.messagesByMember;

  test("the 31st is refused, says until when, and writes nothing; then it is taken", async () => {
    const { app, ada, ben, posted, writeMessage, stored, replies, received } = await threadWorld();
    expect([max, windowMs]).toEqual([30, 60_000]);
    for (let sent = 1; sent <= max; sent += 1) await posted(ada, `Message ${sent}`);
    const before = [await stored(), await replies(), await received()];
    app.clock.advance(20_000);
    const [status, body, headers] = await writeMessage(ada, "One more");
    expect([status, body]).toMatchObject([429, { message: MESSAGES.tooManyAttempts }]);
    expect(headers.get("retry-after")).toBe("40");
    expect([await stored(), await replies(), await received()]).toEqual(before);
    await posted(ben, "Another person's are counted apart");
    app.clock.advance(40_000);
    await posted(ada, "One more");
  });

  test("what is sent again with its key is not counted, nor is what is refused", async () => {
    const { ada, posted, refused } = await threadWorld();
    const again = { idempotencyKey: "key-of-one-message" };
    for (let sent = 0; sent < 5; sent += 1) await posted(ada, "Hello", again);
    for (let sent = 0; sent < 5; sent += 1)
      expect((await refused(ada, "Look", { imgUrl: "https://elsewhere.example" }))[0]).toBe(400);
    for (let sent = 1; sent < max; sent += 1) await posted(ada, `Message ${sent}`);
    expect((await refused(ada, "One more"))[0]).toBe(429);
  });

  test("of those that come at once, no more than 30", async () => {
    const { ada, writeMessage, stored } = await threadWorld();
    const answers: number[] = [];
    // Few enough at once for a database that runs again what was in each other's way.
    for (let round = 0; round < 9; round += 1) {
      const asked = Array.from({ length: 4 }, () => writeMessage(ada, "Hello"));
      answers.push(...(await Promise.all(asked)).map(([status]) => status));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(max);
    expect(answers.filter((status) => status === 429)).toHaveLength(6);
    expect(await stored()).toHaveLength(max);
  });
});

describe("[MSG-03] a reply notifies", () => {
  test("everyone else on the ticket, whoever wrote it, and nobody twice while it is unread", async () => {
    const { store, ada, ben, admin, posted, replies } = await threadWorld();
    const [first, second] = [ada.userId, ben.userId].toSorted();
    await posted(admin, "We look into it.");
    await posted(admin, "Done.");
    expect(await replies()).toMatchObject([
      { to: first, isRead: false },
      { to: second, isRead: false },
    ]);
    const { notificationReads } = store.tables;
    await store.write(async (tx) => {
      const mine = eq(notificationReads.userId, ben.userId);
      await tx.update(notificationReads).set({ isRead: true }).where(mine);
    });
    await posted(ada, "Thank you!");
    expect(await replies()).toHaveLength(3);
    expect((await replies()).at(-1)).toEqual({ to: ben.userId, isRead: false });
    await posted(ben, "Yes, thank you!");
    expect(await replies()).toHaveLength(3);
  });

  test("for each ticket by itself, and names it", async () => {
    const { app, store, ticketId, ada, ben, posted, post, replies } = await threadWorld();
    const people = [ada.userId, ben.userId] as const;
    const other = await addTicket(app.deps, { people, subject: "S".repeat(LENGTHS.ticketSubject) });
    await posted(ada, "Hello");
    expect((await post(ada, { messageGroupId: other, content: "Hello" }))[0]).toBe(200);
    expect(await replies()).toEqual([people[1], people[1]].map((to) => ({ to, isRead: false })));
    const { notifications } = store.tables;
    const found = await store.read.select().from(notifications).orderBy(notifications.id);
    expect(found.map(({ subject }) => subject)).toEqual([
      `New reply on ticket #${ticketId}`,
      `New reply on ticket #${other}`,
    ]);
    // What is written stays when its author's name is erased.
    expect(JSON.stringify(found)).not.toContain("Lynx");
  });
});

describe("the messages of a ticket", () => {
  test("come oldest first; the pages before them go on without a gap or a double", async () => {
    const { store, ticketId, ada, app, thread } = await threadWorld();
    const total = THREAD_PAGE_SIZE * 2 + 7;
    const numbers = Array.from({ length: total }, (_, index) => `Message ${index}`);
    const other = await addTicket(app.deps, { people: [ada.userId] });
    await store.write(async (tx) => {
      const about = { authorId: ada.userId, imgUrls: [], createdAt: app.clock.now() };
      for (const content of numbers)
        await tx.insert(store.tables.messages).values([
          { ...about, ticketId, content },
          { ...about, ticketId: other, content: "Elsewhere" },
        ]);
    });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const input = { ticketId, ...(cursor === null ? {} : { cursor }) };
      const query = `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const response = await app.request(`/api/trpc/messages.list${query}`, ada);
      const { result } = (await response.json()) as { result: { data: unknown } };
      const page = messagePage.parse(result.data);
      expect(page.items.length).toBeLessThanOrEqual(THREAD_PAGE_SIZE);
      seen.unshift(...page.items.map(({ content }) => content));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(numbers);

    const [, whole, none] = await thread(ada);
    expect(whole.map(({ content }) => content)).toEqual(numbers);
    expect(none).toBeNull();
    const [, newest, link] = await thread(ada, "?limit=10");
    expect(newest.map(({ content }) => content)).toEqual(numbers.slice(-10));
    const [, next = ""] = /^<([^>]+)>; rel="next"$/.exec(link ?? "") ?? [];
    const path = new URL(next, PUBLIC_URL);
    const older = (await (await app.request(path.pathname + path.search, ada)).json()) as Message[];
    expect(older.map(({ content }) => content)).toEqual(numbers.slice(-20, -10));
  });

  test("are pages of at most 200, and no cursor is guessed", async () => {
    const { ada, thread } = await threadWorld();
    for (const query of ["?limit=0", "?limit=ten", "?before=nothing", "?before=W10"])
      expect((await thread(ada, query))[0]).toBe(400);
  });

  test.each(["abc", "0", "-1", "1.5", "99999999999999999999"])(
    "of ticket %s are those of none",
    async (id) => {
      const { ada, refusedThread } = await threadWorld();
      expect(await refusedThread(ada, id)).toEqual([404, TICKETS.unknown]);
    },
  );

  test("[MSG-07] of somebody who is gone stay, under “Deleted member”", async () => {
    const { app, store, ada, ben, posted, thread } = await threadWorld();
    await posted(ben, "I was here.");
    const { users } = store.tables;
    await store.write(async (tx) => {
      const closed = { deactivatedBy: "owner", deactivatedAt: app.clock.now() } as const;
      await tx.update(users).set(closed).where(eq(users.id, ben.userId));
    });
    app.clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    await eraseClosed(asSite(app.deps), new AbortController().signal);
    const again = await signedIn(app, ada.userId);
    expect((await thread(again))[1]).toMatchObject([
      {
        content: "I was here.",
        discordUserId: null,
        discordUserName: null,
        discordImgUrl: null,
        author: { id: ben.userId, firstName: "Deleted", lastName: "member" },
      },
    ]);
  });
});
