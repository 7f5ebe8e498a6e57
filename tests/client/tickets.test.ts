import { describe, expect, test } from "bun:test";
import { isTicketNumber } from "#client/features/tickets/detail/screen.tsx";
import {
  answersFor,
  charactersLeft,
  EMPTY_TICKET,
  inputOf,
  isSameDraft,
  mergeDrafts,
  readKept,
  type TicketDraft,
  ticketForm,
  withGame,
  withoutGone,
} from "#client/features/tickets/draft.ts";
import {
  countAfter,
  isFiltered,
  listInputOf,
  type TicketPages,
  withoutTicket,
  withTicket,
} from "#client/features/tickets/list-screen.tsx";
import { truncate } from "#client/features/tickets/row.tsx";
import { problemsOf } from "#client/lib/form.ts";
import { ticketListSearch } from "#client/lib/routing/list-searches.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { TICKET_FIELD_SPECS, TICKET_FIELDS, TRUNCATION } from "#shared/constants/tickets.ts";
import type { ListedTicket } from "#shared/schemas/tickets.ts";
import { EXAMPLE } from "#tests/support/community.ts";

const ADA = { id: "ada", firstName: "Ada", lastName: "Byron" };
const BOB = { id: "bob", firstName: "Bob", lastName: "Stone" };
const CLEO = { id: "cleo", firstName: "Cleo", lastName: "Marsh" };
const FILLED: TicketDraft = {
  ...EMPTY_TICKET,
  subject: "My raft sank",
  category: "Bug",
  game: "Ark:SE",
  server: "The Island",
  description: "It sank.\nTwice.",
  people: [],
  answers: {},
};
const filled = (part: Partial<TicketDraft>): TicketDraft => ({ ...FILLED, ...part });
const OPTIONS = {
  gamesWithServers: { "Ark:SE": ["The Island", "Ragnarok"], Eco: ["Eco"] },
  categories: ["Bug"],
  appealCategory: null,
  questions: {},
};

describe("[TICK-12] a list shows so much of a text", () => {
  test("as many characters as its place allows, with an ellipsis for the rest", () => {
    const { topic } = TRUNCATION.desktop;
    expect(truncate("x".repeat(topic), topic)).toBe("x".repeat(topic));
    expect(truncate("x".repeat(topic + 1), topic)).toBe(`${"x".repeat(topic)}…`);
    expect(TRUNCATION).toEqual({
      desktop: { topic: 30, description: 50, server: 50 },
      phone: { topic: 20, description: 30, server: 20 },
    });
  });

  test("an emoji counts as one and is never cut in half", () => {
    expect(truncate("🦕🦕🦕🦕", 3)).toBe("🦕🦕🦕…");
    expect(truncate("🦕🦕🦕", 3)).toBe("🦕🦕🦕");
  });

  test("line breaks become spaces, and no space stands before the ellipsis", () => {
    expect(truncate("It sank.\n\nTwice.", 50)).toBe("It sank. Twice.");
    expect(truncate("It sank. Twice.", 9)).toBe("It sank.…");
  });
});

describe("[TICK-10] what keeps a ticket from being sent", () => {
  test("nothing, when everything is filled; people are optional", () => {
    expect(problemsOf(ticketForm({}), FILLED)).toEqual({});
  });

  test("every field that is missing has a sentence of its own, in the order of the form", () => {
    const problems = problemsOf(ticketForm({}), EMPTY_TICKET);
    expect(Object.keys(problems)).toEqual(
      TICKET_FIELDS.filter((field) => TICKET_FIELD_SPECS[field].missing !== null),
    );
    expect(new Set(Object.values(problems)).size).toBe(Object.keys(problems).length);
  });

  test("[DESK-03] an answer that the category needs, and one that does not fit", () => {
    const form = ticketForm({
      Bug: [{ key: "when", label: "When?", type: "line", required: true, max: 5 }],
    });
    expect(problemsOf(form, FILLED)).toEqual({ answers: "Please answer “When?”." });
    expect(problemsOf(form, filled({ answers: { when: "Today" } }))).toEqual({});
    expect(problemsOf(form, filled({ answers: { when: "Yesterday" } })).answers).toContain("5");
    expect(problemsOf(form, filled({ category: "Other", answers: {} })).answers).toBeUndefined();
  });

  test("[DESK-03] answers to other questions are kept in the draft and not sent", () => {
    const questions = [{ key: "when", label: "When?", type: "line" as const }];
    expect(answersFor(questions, { when: "Today", why: "So" })).toEqual({ when: "Today" });
    expect(answersFor(undefined, { why: "So" })).toBeUndefined();
    const { draft } = mergeDrafts(
      FILLED,
      filled({ answers: { when: "Today" } }),
      filled({ answers: { when: "Never" } }),
    );
    expect(draft.answers).toEqual({ when: "Today" });
  });

  test.each(["   ", "\u200B", "\n\t"])("a subject of which nothing can be seen: %j", (subject) => {
    expect(problemsOf(ticketForm({}), filled({ subject })).subject).toBe("Please enter a subject.");
  });

  test("one character more than fits, in the subject and in the description", () => {
    expect(problemsOf(ticketForm({}), filled({ subject: "x".repeat(100) }))).toEqual({});
    expect(problemsOf(ticketForm({}), filled({ subject: "x".repeat(101) })).subject).toContain(
      "100 characters",
    );
    expect(problemsOf(ticketForm({}), filled({ description: "x".repeat(4000) }))).toEqual({});
    expect(
      problemsOf(ticketForm({}), filled({ description: "x".repeat(4001) })).description,
    ).toContain("4,000");
  });

  test("characters that turn the text around", () => {
    expect(problemsOf(ticketForm({}), filled({ subject: "abc\u202Edef" })).subject).toContain(
      "control characters",
    );
    expect(
      problemsOf(ticketForm({}), filled({ description: "abc\u2066def" })).description,
    ).toBeDefined();
  });

  test("what is sent is what was typed, without people and answers", () => {
    const { people: _people, answers: _answers, ...sent } = FILLED;
    expect(inputOf(FILLED)).toEqual(sent);
  });
});

test("[TICK-13] another game has no server chosen; the same game keeps it", () => {
  expect(withGame(FILLED, "Eco")).toEqual(filled({ game: "Eco", server: "" }));
  expect(withGame(FILLED, "Ark:SE")).toEqual(FILLED);
});

test("the number of characters that are left is told near the limit only", () => {
  expect(charactersLeft("x".repeat(79), 100)).toBeNull();
  expect(charactersLeft("x".repeat(80), 100)).toBe(20);
  expect(charactersLeft("x".repeat(103), 100)).toBe(-3);
  expect(charactersLeft("x".repeat(3599), 4000)).toBeNull();
  expect(charactersLeft("x".repeat(3600), 4000)).toBe(400);
});

describe("a draft that was kept", () => {
  test("comes back as it was, with the key under which it was tried to be sent", () => {
    const kept = { draft: filled({ people: [ADA] }), sent: { key: "a".repeat(32), content: "{}" } };
    expect(readKept(JSON.stringify(kept))).toEqual(kept);
  });

  test.each([null, "", "{", "[]", '{"draft":{"subject":1},"sent":null}'])(
    "is empty where nothing readable was kept: %j",
    (stored) => {
      expect(readKept(stored)).toEqual({ draft: EMPTY_TICKET, sent: null });
    },
  );

  test("loses what the community no longer offers", () => {
    expect(withoutGone(FILLED, OPTIONS)).toEqual(FILLED);
    expect(withoutGone(filled({ server: "Fjordur" }), OPTIONS).server).toBe("");
    expect(withoutGone(filled({ game: "Rust" }), OPTIONS)).toMatchObject({ game: "", server: "" });
    expect(withoutGone(filled({ category: "Praise" }), OPTIONS).category).toBe("");
  });

  test("is the same whatever the order of its people", () => {
    expect(isSameDraft(filled({ people: [ADA, BOB] }), filled({ people: [BOB, ADA] }))).toBe(true);
    expect(isSameDraft(filled({ people: [ADA] }), filled({ people: [BOB] }))).toBe(false);
    expect(isSameDraft(FILLED, filled({ subject: "Another" }))).toBe(false);
  });
});

describe("what was typed meets what others have saved meanwhile", () => {
  test("what nobody touched here is what it is now", () => {
    const now = filled({ subject: "Theirs", people: [ADA] });
    expect(mergeDrafts(FILLED, FILLED, now)).toEqual({ draft: now, theirs: {} });
  });

  test("what was typed stays, and theirs is told where both have changed it", () => {
    const mine = filled({ subject: "Mine", description: "Mine alone." });
    const { draft, theirs } = mergeDrafts(FILLED, mine, filled({ subject: "Theirs" }));
    expect(draft).toEqual(mine);
    expect(theirs).toEqual({ subject: "Theirs" });
  });

  test("the same change on both sides is no matter", () => {
    const both = filled({ category: "Other" });
    expect(mergeDrafts(FILLED, both, both)).toEqual({ draft: both, theirs: {} });
  });

  test("game and server go together", () => {
    const now = filled({ game: "Eco", server: "Eco" });
    const { draft, theirs } = mergeDrafts(FILLED, filled({ server: "Ragnarok" }), now);
    expect(draft).toMatchObject({ game: "Ark:SE", server: "Ragnarok" });
    expect(theirs).toEqual({ game: "Eco", server: "Eco" });
  });

  test("whoever was added or taken off here is so among those who are on it now", () => {
    const before = filled({ people: [ADA, BOB] });
    const mine = filled({ people: [ADA, CLEO] });
    expect(mergeDrafts(before, mine, filled({ people: [ADA, BOB] })).draft.people).toEqual([
      ADA,
      CLEO,
    ]);
    const dora = { id: "dora", firstName: "Dora", lastName: "Reed" };
    expect(mergeDrafts(before, mine, filled({ people: [ADA, BOB, dora] })).draft.people).toEqual([
      ADA,
      dora,
      CLEO,
    ]);
    // Taken off by somebody else meanwhile: who was not added here does not come back.
    expect(mergeDrafts(before, mine, filled({ people: [BOB] })).draft.people).toEqual([CLEO]);
  });
});

const ticket = (id: number): ListedTicket => ({
  id,
  ...inputOf(filled({ subject: `Ticket ${id}` })),
  status: "Open",
  createdAt: "2026-11-21T12:00:00.000Z",
  updatedAt: "2026-11-21T12:00:00.000Z",
  createdBy: "ada",
  mergedInto: null,
  assignedUsers: [],
  waitsFor: "team",
  waitsSince: "2026-11-21T12:00:00.000Z",
  closedAt: null,
  solved: null,
  solvedWord: null,
  isUnread: false,
});
const pages = (nextCursor: string | null, ...lists: number[][]): TicketPages => ({
  pages: lists.map((ids, index) => ({
    items: ids.map(ticket),
    nextCursor: index === lists.length - 1 ? nextCursor : `${ids.at(-1)}`,
  })),
  pageParams: lists.map(() => null),
});
const idsOf = ({ pages: all }: TicketPages) => all.map(({ items }) => items.map(({ id }) => id));

describe("a list that was loaded", () => {
  test("goes on without a ticket that was closed, and has it again at its place", () => {
    const list = pages("4", [9, 8, 7], [6, 5, 4]);
    const without = withoutTicket(list, 8);
    expect(idsOf(without)).toEqual([
      [9, 7],
      [6, 5, 4],
    ]);
    expect(idsOf(withTicket(without, ticket(8)))).toEqual([
      [9, 8, 7],
      [6, 5, 4],
    ]);
  });

  test("takes no ticket back whose place was not loaded, and the oldest at its end", () => {
    expect(idsOf(withTicket(pages("7", [9, 8, 7]), ticket(2)))).toEqual([[9, 8, 7]]);
    expect(idsOf(withTicket(pages(null, [9, 8, 7]), ticket(2)))).toEqual([[9, 8, 7, 2]]);
    expect(idsOf(withTicket(pages(null, []), ticket(2)))).toEqual([[2]]);
  });

  test("never has a ticket twice", () => {
    expect(idsOf(withTicket(pages(null, [9, 8]), ticket(8)))).toEqual([[9, 8]]);
  });

  test("its count follows, unless it is one that stops at 99+", () => {
    expect(countAfter(3, -1, COUNT_MAX)).toBe(2);
    expect(countAfter(3, 1, COUNT_MAX)).toBe(4);
    expect(countAfter(0, -1, COUNT_MAX)).toBe(0);
    expect(countAfter(COUNT_MAX, -1, COUNT_MAX)).toBe(COUNT_MAX);
  });
});

const asked = (search: Record<string, unknown>, seesAll = false) =>
  listInputOf("Open", ticketListSearch(search), {
    seesAll,
    games: EXAMPLE.games,
    tickets: EXAMPLE.tickets,
  });

describe("what a list shows by its address", () => {
  test("words, a game, a category; an Admin's own", () => {
    const search = { q: " rubber  band ", game: "Eco", category: "Bug", mine: true };
    expect(asked(search, true)).toEqual({
      status: "Open",
      search: "rubber  band",
      game: "Eco",
      category: "Bug",
      isMine: true,
    });
    expect(isFiltered(asked(search, true))).toBe(true);
  });

  test.each([
    {},
    { q: "  ", game: "Tetris", category: "Praise", mine: "yes" },
    { q: "x".repeat(101), game: 1, category: ["Bug"], mine: true },
    { q: "abc\u202Edef" },
  ])("everything, where nothing of it can be asked for: %j", (search) => {
    expect(isFiltered(asked(search))).toBe(false);
  });
});

test("only a number that a ticket can have leads to one", () => {
  for (const number of ["1", "1042", "999999999999999"]) expect(isTicketNumber(number)).toBe(true);
  for (const other of ["", "0", "01", "-1", "1.5", "abc", "1e3", "1000000000000000"])
    expect(isTicketNumber(other)).toBe(false);
});
