import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { NEWSLETTER } from "#shared/newsletter-messages.ts";
import { WITHOUT_MAIL_ENV } from "#tests/support/app.ts";
import { mailingWorld, POST } from "#tests/support/mailings.ts";
import { refusalOf } from "#tests/support/people.ts";

const mailsTo = (inbox: readonly { to: string }[]) => inbox.map(({ to }) => to).toSorted();

describe("a post by mail", () => {
  test("[CONSENT-08] goes to each who agreed, once, however often the job runs", async () => {
    const { admin, newsId, slug, readers, inbox, sendAll, mails } = await mailingWorld();
    expect(await admin.newsletters.start.mutate({ newsId })).toBe(NEWSLETTER.started);
    for (let round = 0; round < 3; round += 1) await sendAll();
    const addresses = readers.map(({ id }) => `${id}@example.test`).toSorted();
    expect(mailsTo(inbox())).toEqual(addresses);
    const [mail] = inbox();
    expect(mail?.subject).toBe(POST.title);
    expect(mail?.text).toContain("Ragnarok opens on Friday.");
    expect(mail?.text).toContain("• a lynx");
    expect(mail?.text).not.toContain("Not in the mail");
    expect(mail?.text).toContain(`/news/${slug}`);
    expect(mail?.text).toContain("The Lynxden community team");
    expect((await mails()).map(({ outcome }) => outcome)).toEqual(["sent", "sent", "sent"]);
    expect(await admin.newsletters.ofPost.query({ newsId })).toMatchObject({
      recipients: 3,
      mailing: { state: "done", recipients: 3, sent: 3, queued: 0, failed: 0, by: "Root Lynx" },
    });
    expect(await refusalOf(admin.newsletters.start.mutate({ newsId }))).toEqual([
      409,
      NEWSLETTER.alreadyMailed,
    ]);
  });

  test("[CONSENT-06] leaves out who is not verified, closed, erased or waits for their owner", async () => {
    const { admin, newsId, readers, inbox, sendAll, store, clock } = await mailingWorld({
      agreed: 5,
    });
    const { users } = store.tables;
    const now = clock.now();
    const changes = [
      { verifiedAt: null },
      { deactivatedAt: now, deactivatedBy: "owner" as const },
      { erasedAt: now },
      { waitsSince: now },
    ];
    for (const [index, change] of changes.entries())
      await store.write(async (tx) => {
        await tx
          .update(users)
          .set(change)
          .where(eq(users.id, readers[index]?.id ?? ""));
      });
    await admin.newsletters.start.mutate({ newsId });
    await sendAll();
    expect(mailsTo(inbox())).toEqual([`${readers[4]?.id}@example.test`]);
  });

  test("[CONSENT-09] is not sent to whoever withdraws while it waits", async () => {
    const { admin, newsId, readers, inbox, write, deliver, mails } = await mailingWorld();
    await admin.newsletters.start.mutate({ newsId });
    await write();
    await readers[1]?.members.setMarketingConsent.mutate({ allowMarketingEmails: false });
    await deliver();
    await write();
    expect(inbox()).toHaveLength(2);
    expect((await mails()).find(({ userId }) => userId === readers[1]?.id)?.outcome).toBe(
      "skipped",
    );
    const { mailing } = await admin.newsletters.ofPost.query({ newsId });
    expect(mailing).toMatchObject({ state: "done", sent: 2, skipped: 1 });
  });

  test("[CONSENT-08] that an instance began to send when it was killed is not sent again by itself", async () => {
    const { admin, newsId, inbox, write, deliver, store, clock } = await mailingWorld({
      agreed: 2,
    });
    await admin.newsletters.start.mutate({ newsId });
    await write();
    const { outbox } = store.tables;
    // As it is left between handing it over and recording that.
    const [claimed] = await store.read.select().from(outbox).orderBy(outbox.id).limit(1);
    await store.write(async (tx) => {
      await tx
        .update(outbox)
        .set({ attempts: 1, nextAttemptAt: new Date(+clock.now() + MINUTE_MS) })
        .where(eq(outbox.id, claimed?.id ?? 0));
    });
    clock.advance(5 * MINUTE_MS);
    await deliver();
    await write();
    expect(inbox()).toHaveLength(1);
    const { mailing } = await admin.newsletters.ofPost.query({ newsId });
    expect(mailing).toMatchObject({
      sent: 1,
      failed: 1,
      failures: [{ error: "uncertain", mails: 1 }],
    });
    // All of them again is not that one; an Admin can ask for it.
    await admin.mail.resendFailed.mutate({});
    await deliver();
    expect(inbox()).toHaveLength(1);
    await admin.mail.resendFailed.mutate({ id: claimed?.id ?? 0 });
    await deliver();
    await write();
    expect(inbox()).toHaveLength(2);
    expect((await admin.newsletters.ofPost.query({ newsId })).mailing).toMatchObject({
      sent: 2,
      failed: 0,
    });
  });

  test("[CONSENT-10] goes out so many at a time, and what is stopped goes on where it was", async () => {
    const { admin, newsId, inbox, sendAll, clock, write } = await mailingWorld({
      agreed: 5,
      allowed: 2,
    });
    await admin.newsletters.start.mutate({ newsId });
    await sendAll();
    await sendAll();
    expect(inbox()).toHaveLength(2);
    clock.advance(16 * MINUTE_MS);
    await write();
    expect(await admin.newsletters.stop.mutate({ newsId })).toBe(NEWSLETTER.stopped);
    await sendAll();
    expect(inbox()).toHaveLength(2);
    expect(await refusalOf(admin.newsletters.stop.mutate({ newsId }))).toEqual([
      409,
      NEWSLETTER.notRunning,
    ]);
    expect(await admin.newsletters.start.mutate({ newsId })).toBe(NEWSLETTER.goesOn);
    for (let round = 0; round < 3; round += 1) {
      clock.advance(16 * MINUTE_MS);
      await sendAll();
    }
    expect(new Set(mailsTo(inbox())).size).toBe(5);
    expect(inbox()).toHaveLength(5);
  });

  test("is not begun without mail, without a post that has appeared, or for nobody", async () => {
    const off = await mailingWorld({ env: WITHOUT_MAIL_ENV });
    expect(await refusalOf(off.admin.newsletters.start.mutate({ newsId: off.newsId }))).toEqual([
      409,
      NEWSLETTER.mailOff,
    ]);
    expect((await off.admin.newsletters.ofPost.query({ newsId: off.newsId })).hasMail).toBe(false);
    const { admin, newsId, clock, stranger } = await mailingWorld({ agreed: 0 });
    expect(await refusalOf(admin.newsletters.start.mutate({ newsId }))).toEqual([
      409,
      NEWSLETTER.nobody,
    ]);
    const publishAt = new Date(+clock.now() + DAY_MS).toISOString();
    const later = await admin.news.save.mutate({ ...POST, slug: "later", publishAt });
    expect(await refusalOf(admin.newsletters.start.mutate({ newsId: later.id }))).toEqual([
      409,
      NEWSLETTER.notPublished,
    ]);
    expect((await refusalOf(stranger.newsletters.start.mutate({ newsId })))[0]).toBe(403);
  });

  test("stops by itself when the post is deleted", async () => {
    const { admin, newsId, inbox, sendAll } = await mailingWorld();
    await admin.newsletters.start.mutate({ newsId });
    await admin.news.remove.mutate({ id: newsId });
    await sendAll();
    expect(inbox()).toEqual([]);
  });

  test("a test goes to whoever asks alone, and a preview to nobody", async () => {
    const { admin, newsId, inbox, deliver } = await mailingWorld();
    const { subject, html } = await admin.newsletters.preview.query({ newsId });
    expect(subject).toBe(POST.title);
    expect(html).toContain("Unsubscribe");
    await admin.newsletters.sendTest.mutate({ newsId });
    await deliver();
    expect(mailsTo(inbox())).toEqual([`${admin.id}@example.test`]);
  });
});

test("[CONSENT-06] the mailing list names those who agreed, with time, text and what ends it", async () => {
  const { app, admin, readers, clock, store } = await mailingWorld({ agreed: 3 });
  const { items, nextCursor } = await admin.newsletters.recipients.query({ limit: 2 });
  expect(items).toHaveLength(2);
  const rest = await admin.newsletters.recipients.query({ limit: 2, cursor: nextCursor });
  const all = [...items, ...rest.items];
  expect(rest.nextCursor).toBeNull();
  expect(all.map(({ id }) => id).toSorted()).toEqual(readers.map(({ id }) => id).toSorted());
  const said = { agreedAt: clock.now().toISOString(), version: 1, way: "settings" } as const;
  expect(all[0]).toMatchObject(said);
  const { pathname, search } = new URL(all[0]?.unsubscribeUrl ?? "");
  expect((await app.request(pathname + search, { method: "POST" })).status).toBe(200);
  expect((await admin.newsletters.recipients.query({})).items).toHaveLength(2);
  const { audit } = store.tables;
  const exported = await store.read
    .select()
    .from(audit)
    .where(eq(audit.action, "mailing_list.exported"));
  expect(exported).toHaveLength(2);
});

test("[CONSENT-06] no page of the mailing list comes without its beginning, which is counted and written down", async () => {
  const { admin, clock } = await mailingWorld({ agreed: 3 });
  const page = (cursor: string | null) => admin.newsletters.recipients.query({ limit: 2, cursor });
  expect((await refusalOf(page("!")))[0]).toBe(400);
  const { nextCursor } = await page(null);
  expect((await page(nextCursor)).items).toHaveLength(1);
  clock.advance(61 * MINUTE_MS);
  expect((await refusalOf(page(nextCursor)))[0]).toBe(400);
});

test("neither a mailing nor the list of addresses is there for a session of long ago", async () => {
  const { admin, newsId, clock } = await mailingWorld({ asksAgain: true });
  clock.advance(30 * MINUTE_MS);
  const calls = [
    () => admin.newsletters.start.mutate({ newsId }),
    () => admin.newsletters.recipients.query({}),
  ];
  for (const call of calls) expect((await refusalOf(call()))[0]).toBe(403);
  expect((await admin.newsletters.ofPost.query({ newsId })).mailing).toBeNull();
});
