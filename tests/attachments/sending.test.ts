import { describe, expect, test } from "bun:test";
import { ATTACHMENT_ADDRESS_MS, ATTACHMENTS_PER_MESSAGE } from "#shared/constants/uploads.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import { PUBLIC_URL } from "#tests/support/app.ts";
import { attachmentWorld, png, uploaded } from "#tests/support/attachments.ts";
import { refusalOf, TICKET } from "#tests/support/people.ts";
import { plansOf } from "#tests/support/query-plans.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

const statusOf = async (
  { app }: Pick<Awaited<ReturnType<typeof attachmentWorld>>, "app">,
  url: string,
) => (await app.request(url)).status;

describe("sending attachments", () => {
  test("[ATTACH-07] a message carries them in their order, and may consist of them alone", async () => {
    const { app, ada, ben, ticketId, onTicket } = await attachmentWorld();
    const first = await uploaded(app, ada, { path: `${onTicket}?alt=A%20hole` });
    const second = await uploaded(app, ada);
    const log = await uploaded(app, ada, {
      path: `/api/tickets/${ticketId}/files?name=a.log`,
      body: "a",
      type: "text/plain",
    });
    const sent = await ada.messages.send.mutate({
      messageGroupId: ticketId,
      content: "",
      attachmentIds: [second.id, log.id, first.id],
    });
    expect(sent.content).toBe("");
    expect(sent.attachments.map(({ id }) => id)).toEqual([second.id, log.id, first.id]);
    expect(sent.attachments[2]).toMatchObject({ alt: "A hole", width: 20, height: 20 });
    const [read] = (await ben.messages.list.query({ ticketId })).items;
    expect(read?.attachments).toEqual(sent.attachments);
    // Older clients find pictures where they always did.
    expect(read?.imgUrlsJson).toEqual([second, first].map(({ url }) => PUBLIC_URL + url));
    for (const url of read?.imgUrlsJson ?? [])
      expect(await statusOf({ app }, url.slice(PUBLIC_URL.length))).toBe(200);
  });

  test.skipIf(TEST_ENGINE !== "sqlite")(
    "a thread and a ticket look up their own attachments, however many others there are",
    async () => {
      const { ada, ticketId } = await attachmentWorld();
      for (const content of ["Look", "There"])
        await ada.messages.send.mutate({ messageGroupId: ticketId, content });
      const plans = await plansOf(async () => {
        await ada.messages.list.query({ ticketId });
        await ada.attachments.ofTicket.query({ id: ticketId });
      });
      const ofAttachments = plans.filter((step) => step.includes(" attachments "));
      expect(ofAttachments).toEqual([
        "SEARCH attachments USING INDEX attachments_message (message_id=?)",
        "SEARCH attachments USING INDEX attachments_ticket (ticket_id=?)",
      ]);
    },
  );

  test("[ATTACH-07] without one a message still has to say something", async () => {
    const { ada, ticketId } = await attachmentWorld();
    for (const more of [{}, { attachmentIds: [] }]) {
      const body = { messageGroupId: ticketId, content: " ", ...more };
      const answer = await ada.ask("POST", "/api/message", body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringContaining("content") }),
      ]);
    }
  });

  test("[ATTACH-07] a new ticket takes those that were uploaded for none", async () => {
    const { app, ada, stranger, ticketId, onTicket } = await attachmentWorld();
    const kept = await uploaded(app, ada);
    const elsewhere = await uploaded(app, ada, { path: onTicket });
    expect(
      await refusalOf(ada.tickets.create.mutate({ ...TICKET, attachmentIds: [elsewhere.id] })),
    ).toEqual([400, ATTACHMENTS.notToSend]);
    const ticket = await ada.tickets.create.mutate({ ...TICKET, attachmentIds: [kept.id] });
    expect(await ada.attachments.ofTicket.query({ id: ticket.id })).toEqual([kept]);
    expect(await ada.attachments.ofTicket.query({ id: ticketId })).toEqual([]);
    expect(await refusalOf(stranger.attachments.ofTicket.query({ id: ticket.id }))).toEqual([
      404,
      TICKETS.unknown,
    ]);
    const answer = await ada.ask("GET", `/api/tickets/${ticket.id}/attachments`);
    expect(await answer.json()).toEqual([kept]);
  });

  test("[ATTACH-04] sent twice under one key it is one message, and its attachments are sent once", async () => {
    const { app, ada, ticketId } = await attachmentWorld();
    const { id } = await uploaded(app, ada);
    const message = {
      messageGroupId: ticketId,
      content: "",
      attachmentIds: [id],
      idempotencyKey: "once-and-only",
    };
    const sent = await ada.messages.send.mutate(message);
    expect(await ada.messages.send.mutate(message)).toEqual(sent);
    expect(
      await refusalOf(ada.messages.send.mutate({ ...message, idempotencyKey: "another-key" })),
    ).toEqual([400, ATTACHMENTS.notToSend]);
    expect((await ada.messages.list.query({ ticketId })).items).toEqual([sent]);
  });

  test("[ATTACH-07] nobody sends what is another's, of another ticket, taken back or too many", async () => {
    const { app, ada, ben, stranger, ticketId, otherTicket } = await attachmentWorld();
    const bens = await uploaded(app, ben);
    const taken = await uploaded(app, ada);
    await ada.attachments.discard.mutate({ id: taken.id });
    for (const id of [bens.id, taken.id, "f".repeat(32)])
      expect(
        await refusalOf(
          ada.messages.send.mutate({
            messageGroupId: ticketId,
            content: "Hello",
            attachmentIds: [id],
          }),
        ),
      ).toEqual([400, ATTACHMENTS.notToSend]);
    const others = await uploaded(app, stranger, { path: `/api/tickets/${otherTicket}/pictures` });
    const own = await stranger.tickets.create.mutate(TICKET);
    const elsewhere = { messageGroupId: own.id, content: "Hello", attachmentIds: [others.id] };
    expect(await refusalOf(stranger.messages.send.mutate(elsewhere))).toEqual([
      400,
      ATTACHMENTS.notToSend,
    ]);
    const many = Array.from({ length: ATTACHMENTS_PER_MESSAGE + 1 }, () => taken.id);
    const [status] = await refusalOf(
      ada.messages.send.mutate({ messageGroupId: ticketId, content: "Hello", attachmentIds: many }),
    );
    expect(status).toBe(400);
    // A refused message is none at all.
    expect((await ada.messages.list.query({ ticketId })).items).toEqual([]);
  });

  test("[ATTACH-08] what a picture shows is said by whoever uploads it, until it is sent", async () => {
    const { app, ada, ben, ticketId } = await attachmentWorld();
    const { id } = await uploaded(app, ada);
    expect((await ada.attachments.describe.mutate({ id, alt: "A hole" })).alt).toBe("A hole");
    expect(await refusalOf(ben.attachments.describe.mutate({ id, alt: "A cat" }))).toEqual([
      404,
      ATTACHMENTS.unknown,
    ]);
    expect(await refusalOf(ben.attachments.discard.mutate({ id }))).toEqual([
      404,
      ATTACHMENTS.unknown,
    ]);
    const attachmentIds = [id];
    const sent = await ada.messages.send.mutate({
      messageGroupId: ticketId,
      content: "",
      attachmentIds,
    });
    expect(sent.attachments[0]?.alt).toBe("A hole");
    for (const late of [
      () => ada.attachments.describe.mutate({ id, alt: "A cat" }),
      () => ada.attachments.discard.mutate({ id }),
    ])
      expect(await refusalOf(late())).toEqual([404, ATTACHMENTS.unknown]);
  });
});

/** A picture that Ada has sent. */
const sentPicture = async () => {
  const world = await attachmentWorld();
  const { app, ada, ticketId } = world;
  const { id } = await uploaded(app, ada, { body: png(600) });
  const { attachments } = await ada.messages.send.mutate({
    messageGroupId: ticketId,
    content: "",
    attachmentIds: [id],
  });
  const [picture] = attachments;
  if (picture === undefined) throw new Error("Nothing was attached.");
  return { ...world, id, picture };
};

describe("an address of an attachment", () => {
  test("[ATTACH-09] serves the picture for a short while, to nobody's store but the browser's", async () => {
    const { app, clock, picture } = await sentPicture();
    for (const url of [picture.url, picture.smallUrl ?? ""]) {
      const { status, headers } = await app.request(url);
      expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect(headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toStartWith("sandbox; default-src 'none'");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-disposition")).toStartWith("inline;");
      const again = await app.request(url, {
        headers: { "if-none-match": headers.get("etag") ?? "" },
      });
      expect(again.status).toBe(304);
    }
    const saved = await app.request(`${picture.url}&download=1`);
    expect(saved.headers.get("content-disposition")).toStartWith(
      'attachment; filename="picture.webp"',
    );
    clock.advance(ATTACHMENT_ADDRESS_MS);
    expect(await statusOf({ app }, picture.url)).toBe(200);
    clock.advance(ATTACHMENT_ADDRESS_MS);
    expect(await statusOf({ app }, picture.url)).toBe(403);
  });

  test("[ATTACH-09] that is forged, or made of another's, leads nowhere", async () => {
    const { app, ada, picture, id } = await sentPicture();
    const other = await uploaded(app, ada);
    const query = new URLSearchParams(picture.url.split("?")[1]);
    const later = String(Number(query.get("expires")) + 900);
    for (const url of [
      picture.url.replace(id, other.id),
      picture.url.replace(String(query.get("expires")), later),
      picture.url.replace(/signature=./, "signature=x"),
      picture.url.replace(/&signature=.*/, ""),
      `/api/tickets/attachments/${id}/full`,
      `/api/tickets/attachments/${id}/../${other.id}/full`,
    ])
      expect(await statusOf({ app }, url)).toBe(404);
  });

  test("[ATTACH-09] is given to those who may read the ticket, and no new one once they may not", async () => {
    const { ada, ben, stranger, admin, id, ticketId } = await sentPicture();
    for (const who of [ada, ben, admin])
      expect((await who.attachments.byId.query({ id })).id).toBe(id);
    expect(await refusalOf(stranger.attachments.byId.query({ id }))).toEqual([
      404,
      TICKETS.unknown,
    ]);
    await ada.tickets.edit.mutate({ ...TICKET, id: ticketId, assignedUserIds: [] });
    expect(await refusalOf(ben.attachments.byId.query({ id }))).toEqual([404, TICKETS.unknown]);
    expect((await refusalOf(ben.messages.list.query({ ticketId })))[0]).toBe(404);
  });

  test("[ATTACH-09] of what is not sent yet is its uploader's alone", async () => {
    const { app, ada, ben, admin } = await attachmentWorld();
    const { id } = await uploaded(app, ada);
    expect((await ada.attachments.byId.query({ id })).id).toBe(id);
    for (const who of [ben, admin])
      expect(await refusalOf(who.attachments.byId.query({ id }))).toEqual([
        404,
        ATTACHMENTS.unknown,
      ]);
  });
});
