import { describe, expect, test } from "bun:test";
import { LIMITS } from "#shared/constants/limits.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { NOTES, TRANSCRIPT } from "#shared/desk-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { NOTE_WORDS, notesWorld } from "#tests/support/notes.ts";
import { refusalOf, type TestPerson } from "#tests/support/people.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const world = async () => {
  const base = await notesWorld();
  const { member, ticketId, clock } = base;
  const say = (who: TestPerson, content: string) =>
    who.messages.send.mutate({ messageGroupId: ticketId, content });
  await say(member, "Is <b>anybody</b> there?");
  clock.advance(HOUR_MS);
  await base.note();
  clock.advance(HOUR_MS);
  await say(base.helper, "Yes & no");
  const headersOf = async (who: TestPerson) => (await signedIn(base.app, who.id)).headers;
  const path = `/api/tickets/${ticketId}/transcript`;
  const fetched = async (who: TestPerson, accept?: string, query = "") => {
    const response = await base.app.request(path + query, {
      headers: { ...(await headersOf(who)), ...(accept !== undefined && { accept }) },
    });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      disposition: response.headers.get("content-disposition"),
      body: await response.text(),
    };
  };
  return { ...base, say, path, fetched };
};

describe("[AID-07] a transcript", () => {
  test("has subject, facts, people, every message and what happened, in their order", async () => {
    const { member, helper, ticketId, clock } = await world();
    clock.advance(HOUR_MS);
    await helper.tickets.close.mutate({ id: ticketId });
    const found = await member.transcripts.read.query({ id: ticketId });
    expect(found).toMatchObject({
      id: ticketId,
      subject: "Stuck in the mesh",
      status: "Closed",
      description: "I fell through the floor.",
      people: ["Ada Lynx", "Fay Friend"],
      madeAt: clock.now().toISOString(),
      hasNotes: false,
      lines: [
        { kind: "message", name: "Ada Lynx", text: "Is <b>anybody</b> there?" },
        { kind: "message", name: "Hal Helper", text: "Yes & no" },
        { kind: "event", name: "Hal Helper", text: "closed the ticket" },
      ],
    });
    expect(found.facts).toContainEqual({ term: "Server", value: "The Island" });
  });

  test("has all messages of a thread that is longer than two pages", async () => {
    const { store, member, ticketId, clock } = await world();
    const rows = Array.from({ length: 2 * PAGE_SIZE_MAX + 1 }, (_, index) => ({
      ticketId,
      authorId: member.id,
      content: `Word ${index}`,
      imgUrls: [],
      createdAt: clock.now(),
    }));
    await store.write((tx) => tx.insert(store.tables.messages).values(rows));
    const { lines } = await member.transcripts.read.query({ id: ticketId });
    const texts = lines.map(({ text }) => text).filter((text) => text.startsWith("Word "));
    expect(texts).toEqual(rows.map(({ content }) => content));
  });

  test("says of a message that its author removed or edited it", async () => {
    const { member, say, ticketId } = await world();
    const { id: gone } = await say(member, "A slip of the tongue");
    const { id: kept } = await say(member, "Frist");
    await member.messages.remove.mutate({ id: gone });
    await member.messages.edit.mutate({ id: kept, content: "First", mentions: [] });
    const { lines } = await member.transcripts.read.query({ id: ticketId });
    expect(lines.slice(-2)).toMatchObject([
      { text: "", isRemoved: true, isEdited: false },
      { text: "First", isRemoved: false, isEdited: true },
    ]);
  });

  test("has notes for the team alone, where they ask for them", async () => {
    const { member, friend, stranger, helper, ticketId, fetched } = await world();
    for (const who of [member, friend]) {
      const call = who.transcripts.read.query({ id: ticketId, withNotes: true });
      expect(await refusalOf(call)).toEqual([403, NOTES.forTeam]);
      for (const accept of ["application/json", "text/html", "text/plain"]) {
        const { status, body } = await fetched(who, accept);
        expect([status, body.includes(NOTE_WORDS)]).toEqual([200, false]);
        expect((await fetched(who, accept, "?withNotes=true")).status).toBe(403);
      }
    }
    expect(await refusalOf(stranger.transcripts.read.query({ id: ticketId }))).toEqual([
      404,
      TICKETS.unknown,
    ]);
    expect((await fetched(stranger, "text/html")).status).toBe(404);
    const without = await helper.transcripts.read.query({ id: ticketId });
    expect(JSON.stringify(without)).not.toContain(NOTE_WORDS);
    const { hasNotes, lines } = await helper.transcripts.read.query({
      id: ticketId,
      withNotes: true,
    });
    expect(hasNotes).toBe(true);
    expect(lines.map(({ kind }) => kind)).toEqual(["message", "note", "message"]);
    const page = await fetched(helper, "text/html", "?withNotes=true");
    expect(page.body).toContain(NOTE_WORDS);
    expect(page.body).toContain(TRANSCRIPT.notesWarning);
  });

  test.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["application/json", "application/json"],
    ["text/html", "text/html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"],
    ["text/plain", "text/plain"],
    ["text/plain;q=0.5, text/html;q=0.4", "text/plain"],
    ["text/*", "text/html"],
    ["image/png", "application/json"],
    ["text/html;q=x, application/json", "application/json"],
  ])("for Accept %p is %s", async (accept, type) => {
    const { member, fetched } = await world();
    const { status, type: given } = await fetched(member, accept);
    expect([status, given?.split(";")[0]]).toEqual([200, type]);
  });

  test("is a page without a script, of which nothing that was typed is part, and a text", async () => {
    const { member, fetched, ticketId } = await world();
    const page = await fetched(member, "text/html");
    expect(page.disposition).toBe(`attachment; filename="ticket-${ticketId}.html"`);
    expect(page.body).toContain("Is &lt;b&gt;anybody&lt;/b&gt; there?");
    expect(page.body).toContain("Yes &amp; no");
    expect(page.body).not.toMatch(/<script|<b>|src=|href=/);
    expect(page.body).toContain("@page { size: A4");
    // With its zone.
    expect(page.body).toMatch(/Mar 1, 2026, \d{1,2}:\d\d\s?[AP]M (UTC|GMT|[A-Z]{2,4})/u);
    const text = await fetched(member, "text/plain");
    expect(text.disposition).toBe(`attachment; filename="ticket-${ticketId}.txt"`);
    expect(text.body).toContain("Ada Lynx:\nIs <b>anybody</b> there?");
    expect(text.body).toContain("Server: The Island");
  });

  test("is limited", async () => {
    const { member, ticketId } = await world();
    for (let count = 0; count < LIMITS.transcriptsByMember.max; count += 1)
      await member.transcripts.read.query({ id: ticketId });
    expect((await refusalOf(member.transcripts.read.query({ id: ticketId })))[0]).toBe(429);
  });
});
