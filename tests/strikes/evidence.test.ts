import { describe, expect, test } from "bun:test";
import { forgetUnsent } from "#server/modules/attachments/index.ts";
import { UNSENT_ATTACHMENT_KEPT_MS } from "#shared/constants/uploads.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import { attachmentWorld, png, uploaded } from "#tests/support/attachments.ts";
import { asSite } from "#tests/support/context.ts";
import { refusalOf } from "#tests/support/people.ts";
import { strikeOf, strikerOf } from "#tests/support/strikes.ts";

const running = () => new AbortController().signal;

/** Ada, whom the strike is about, has sent a picture on a ticket; a moderator sees tickets, a judge strikes alone. */
const evidenceWorld = async () => {
  const world = await attachmentWorld();
  const { app, ada, ticketId, onTicket } = world;
  const moderator = await strikerOf(app, ["strikes", "tickets"]);
  const judge = await strikerOf(app, ["strikes"]);
  const helper = await strikerOf(app, ["tickets"]);
  const ofTicket = await uploaded(app, ada, { path: `${onTicket}?alt=A%20wall` });
  await ada.messages.send.mutate({
    messageGroupId: ticketId,
    content: "It is my wall.",
    attachmentIds: [ofTicket.id],
  });
  const own = await uploaded(app, moderator, { body: png(30) });
  const issue = (attachmentIds: readonly string[], from: number | null = ticketId) =>
    moderator.strikes.issue.mutate(
      strikeOf(ada.id, { attachmentIds: [...attachmentIds], ticketId: from }),
    );
  return { ...world, moderator, judge, helper, ofTicket, own, issue };
};

const unknown: [number, string] = [404, ATTACHMENTS.unknown];

describe("[STRIKE-01] pictures prove a strike", () => {
  test("one's own uploads and those of the ticket, in their order, and once issued they are sent", async () => {
    const { app, clock, moderator, ofTicket, own, issue, ticketId, helper, rows } =
      await evidenceWorld();
    expect(await moderator.strikes.ticketPictures.query({ ticketId })).toMatchObject([
      { id: ofTicket.id, alt: "A wall" },
    ]);
    const { id, attachments } = await issue([ofTicket.id, own.id]);
    expect(attachments.map((one) => one.id)).toEqual([ofTicket.id, own.id]);
    for (const { url, smallUrl } of attachments)
      for (const path of [url, smallUrl ?? ""]) expect((await app.request(path)).status).toBe(200);
    const read = await moderator.strikes.byId.query({ id });
    expect(read.attachments).toEqual(attachments);
    // The ticket shows what was sent there, and nothing of the strike.
    const { items } = await helper.messages.list.query({ ticketId });
    expect(items.flatMap((message) => message.attachments.map((one) => one.id))).toEqual([
      ofTicket.id,
    ]);
    expect(await helper.attachments.ofTicket.query({ id: ticketId })).toEqual([]);
    // A day later an upload that nobody has sent would be gone.
    clock.advance(UNSENT_ATTACHMENT_KEPT_MS + 1000);
    await forgetUnsent(asSite(app.deps), running());
    expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  test("is neither somebody else's upload, nor one of another ticket, nor one that was sent", async () => {
    const { app, ben, own, ofTicket, issue, moderator, judge, ticketId, otherTicket } =
      await evidenceWorld();
    const theirs = await uploaded(app, ben);
    const refused: [number, string] = [400, ATTACHMENTS.notToSend];
    expect(await refusalOf(issue([theirs.id]))).toEqual(refused);
    expect(await refusalOf(issue([ofTicket.id], otherTicket))).toEqual(refused);
    expect(await refusalOf(issue([ofTicket.id], null))).toEqual(refused);
    await issue([own.id]);
    expect(await refusalOf(issue([own.id]))).toEqual(refused);
    const many = Array.from({ length: 9 }, (_, at) => at.toString(16).repeat(32));
    expect((await refusalOf(issue(many)))[0]).toBe(400);
    // Whoever does not see the ticket is shown nothing of it to choose from.
    const hidden: [number, string] = [400, expect.stringContaining(STRIKES.unknownTicket)];
    expect(await refusalOf(judge.strikes.ticketPictures.query({ ticketId }))).toEqual(hidden);
    expect(await moderator.strikes.list.query({})).toMatchObject({ items: [{}] });
  });
});

describe("[STRIKE-05] who sees the evidence", () => {
  test("those with the permission for strikes, and nobody else: not its member, no stranger, no other helper", async () => {
    const { ada, stranger, helper, judge, moderator, own, ofTicket, issue } = await evidenceWorld();
    const { id } = await issue([own.id, ofTicket.id]);
    for (const who of [judge, moderator]) {
      expect((await who.strikes.byId.query({ id })).attachments).toHaveLength(2);
      for (const file of [own, ofTicket])
        expect((await who.attachments.byId.query({ id: file.id })).id).toBe(file.id);
    }
    for (const who of [ada, stranger, helper])
      expect(await refusalOf(who.attachments.byId.query({ id: own.id }))).toEqual(unknown);
    expect((await refusalOf(stranger.attachments.byId.query({ id: ofTicket.id })))[0]).toBe(404);
    // On the ticket it is what it was before.
    expect((await ada.attachments.byId.query({ id: ofTicket.id })).id).toBe(ofTicket.id);
    const mine = await ada.ask("GET", "/api/strikes/mine");
    const text = await mine.text();
    expect(text).toContain(`"id":${id}`);
    for (const file of [own, ofTicket]) expect(text).not.toContain(file.id);
    for (const who of [ada, stranger, helper])
      for (const path of [`/api/strikes/${id}`, "/api/strikes"])
        expect((await who.ask("GET", path)).status).toBe(403);
  });

  test("an upload is its issuer's until it is sent, and then no longer theirs to change or take back", async () => {
    const { moderator, judge, own, issue } = await evidenceWorld();
    expect(await refusalOf(judge.attachments.byId.query({ id: own.id }))).toEqual(unknown);
    await issue([own.id]);
    expect(await refusalOf(moderator.attachments.discard.mutate({ id: own.id }))).toEqual(unknown);
    const changed = moderator.attachments.describe.mutate({ id: own.id, alt: "Nothing" });
    expect(await refusalOf(changed)).toEqual(unknown);
  });
});

describe("evidence goes", () => {
  test("[STRIKE-09] with the member whom it is about: what was uploaded for it is removed", async () => {
    const { app, admin, ada, moderator, own, ofTicket, issue, rows, store } = await evidenceWorld();
    await issue([own.id, ofTicket.id]);
    const email = `${ada.id}@example.test`;
    await admin.rights.erase.mutate({ id: ada.id, email, reason: "request" });
    expect(await store.read.select().from(store.tables.strikeAttachments)).toEqual([]);
    expect(await refusalOf(moderator.attachments.byId.query({ id: own.id }))).toEqual(unknown);
    expect((await app.request(own.url)).status).toBe(404);
    await forgetUnsent(asSite(app.deps), running());
    expect(await rows()).toEqual([]);
  });

  test("[STRIKE-09] but not with the message that is taken back, nor with whoever uploaded it", async () => {
    const { app, admin, ada, moderator, judge, own, ofTicket, issue, ticketId, store } =
      await evidenceWorld();
    const { id } = await issue([own.id, ofTicket.id]);
    const [message] = (await ada.messages.list.query({ ticketId })).items;
    await ada.messages.remove.mutate({ id: message?.id ?? 0 });
    const shown = async () =>
      (await judge.strikes.byId.query({ id })).attachments.map((one) => one.id);
    const both = [own.id, ofTicket.id];
    expect(await shown()).toEqual(both);
    expect((await ada.messages.list.query({ ticketId })).items[0]?.attachments).toEqual([]);
    expect(await refusalOf(ada.attachments.byId.query({ id: ofTicket.id }))).toEqual(unknown);
    await forgetUnsent(asSite(app.deps), running());
    expect(await shown()).toEqual(both);
    const email = `${moderator.id}@example.test`;
    await admin.rights.erase.mutate({ id: moderator.id, email, reason: "request" });
    expect(await shown()).toEqual(both);
    await forgetUnsent(asSite(app.deps), running());
    expect(await shown()).toEqual(both);
    await admin.rights.erase.mutate({
      id: ada.id,
      email: `${ada.id}@example.test`,
      reason: "request",
    });
    await forgetUnsent(asSite(app.deps), running());
    expect(await store.read.select().from(store.tables.strikeAttachments)).toEqual([]);
    expect(await store.read.select().from(store.tables.attachments)).toEqual([]);
  });
});
