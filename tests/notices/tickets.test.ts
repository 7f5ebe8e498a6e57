import { describe, expect, test } from "bun:test";
import { giveRoleAsSite } from "#server/modules/team/index.ts";
import { closeSilent } from "#server/modules/tickets/index.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { DESK_NOTIFICATIONS } from "#shared/desk-messages.ts";
import { NOTICE_MAIL } from "#shared/notification-messages.ts";
import { asSite } from "#tests/support/context.ts";
import { noticeWorld } from "#tests/support/notices.ts";
import { person, TICKET } from "#tests/support/people.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

/** Hal and Cole answer tickets; Ada opens them. */
const deskWorld = async () => {
  const world = await noticeWorld();
  const { app, inbox } = world;
  const helperOf = async (firstName: string) => {
    const helper = await person(app, { firstName, lastName: "Helper" });
    await giveRoleAsSite(asSite(app.deps), { userId: helper.id, roleId: "moderator" });
    return helper;
  };
  const [hal, cole] = [await helperOf("Hal"), await helperOf("Cole")];
  /** The mails about tickets. */
  const mailsTo = (who: { id: string }) =>
    inbox().filter(({ to, text }) => to.startsWith(who.id) && text.includes("/ticket/"));
  return { ...world, hal, cole, mailsTo };
};

describe("[PUSH-05] a new ticket by mail", () => {
  test("comes to the team once it was unread for ten minutes, with a link", async () => {
    const { ada, ben, hal, cole, stranger, mailAfter, mailsTo, inbox } = await deskWorld();
    const { id } = await ada.tickets.create.mutate(TICKET);
    await cole.notifications.markTicketRead.mutate({ ticketId: id });
    await mailAfter(9 * MINUTE_MS);
    expect(inbox()).toEqual([]);
    await mailAfter(MINUTE_MS);
    expect(mailsTo(hal)).toMatchObject([{ subject: `New ticket #${id}` }]);
    const [mail] = mailsTo(hal);
    expect(mail?.text).toContain(`http://den.example/member/tickets/ticket/${id}`);
    expect(mail?.text).toContain(NOTICE_MAIL.noReplies);
    for (const who of [ada, ben, cole, stranger]) expect(mailsTo(who)).toEqual([]);
  });

  test("comes to nobody but whoever takes care of it, once somebody does", async () => {
    const { ada, hal, cole, admin, mailAfter, mailsTo } = await deskWorld();
    const { id } = await ada.tickets.create.mutate(TICKET);
    await admin.queue.change.mutate({ steps: [{ ids: [id], assigneeId: hal.id }] });
    await mailAfter(11 * MINUTE_MS);
    expect(mailsTo(hal)).toHaveLength(1);
    for (const who of [cole, admin]) expect(mailsTo(who)).toEqual([]);
  });

  test.each(["answered", "closed", "out of their sight"])(
    "does not where it is %s by then",
    async (how) => {
      const { ada, hal, cole, admin, mailAfter, mailsTo } = await deskWorld();
      const { id } = await ada.tickets.create.mutate(TICKET);
      if (how === "answered")
        await admin.messages.send.mutate({ messageGroupId: id, content: "Yes." });
      else if (how === "closed") await admin.tickets.close.mutate({ id });
      else
        for (const { id: userId } of [hal, cole])
          await admin.team.take.mutate({ userId, roleId: "moderator" });
      await mailAfter(11 * MINUTE_MS);
      for (const who of [hal, cole]) expect(mailsTo(who)).toEqual([]);
    },
  );

  test("comes with others in one mail", async () => {
    const { ada, hal, mailAfter, mailsTo } = await deskWorld();
    const first = await ada.tickets.create.mutate(TICKET);
    const second = await ada.tickets.create.mutate({ ...TICKET, subject: "Another" });
    await mailAfter(11 * MINUTE_MS);
    const [mail, ...more] = mailsTo(hal);
    expect(more).toEqual([]);
    for (const { id } of [first, second]) expect(mail?.text).toContain(`/ticket/${id}`);
  });

  test("does not come to whoever wants no mails about tickets", async () => {
    const { ada, hal, mailAfter, mailsTo } = await deskWorld();
    await hal.preferences.save.mutate({ choices: { tickets: { mail: false } } });
    await ada.tickets.create.mutate(TICKET);
    await mailAfter(11 * MINUTE_MS);
    expect(mailsTo(hal)).toEqual([]);
  });
});

describe("[PUSH-05] of their ticket its people are mailed", () => {
  test("that it was closed, unless that was taken back", async () => {
    const { ada, ben, hal, ticketId, mailAfter, mailsTo } = await deskWorld();
    await hal.tickets.close.mutate({ id: ticketId });
    await hal.tickets.restore.mutate({ id: ticketId });
    const steps = await plansOf(() => mailAfter(11 * MINUTE_MS));
    for (const who of [ada, ben]) expect(mailsTo(who)).toEqual([]);
    if (TEST_ENGINE === "sqlite")
      expect(steps).toContain("SEARCH tickets USING COVERING INDEX tickets_merged (merged_into=?)");
    await hal.tickets.close.mutate({ id: ticketId });
    await mailAfter(11 * MINUTE_MS);
    for (const who of [ada, ben]) {
      const [mail] = mailsTo(who);
      expect(mail?.text).toContain(`/member/tickets/ticket/${ticketId}`);
    }
  });

  test("[DESK-06] that it will be closed, before it is", async () => {
    const { app, ada, hal, ticketId, say, mailAfter, mailsTo } = await deskWorld();
    const { community } = app.deps.config;
    const tickets = { ...community.tickets, closing: { afterDays: 10, warnDays: 3 } };
    app.deps.live.replace({ community: { ...community, tickets }, siteVersion: 1 });
    await say(hal, "Please try again.");
    await mailAfter(7 * DAY_MS);
    await closeSilent(asSite(app.deps), new AbortController().signal);
    await mailAfter(11 * MINUTE_MS);
    const { subject } = DESK_NOTIFICATIONS.closesSoon(ticketId, "Lost my raft", 3);
    expect(mailsTo(ada).map((mail) => mail.subject)).toContain(subject);
  });
});
