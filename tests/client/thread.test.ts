import { describe, expect, test } from "bun:test";
import type { Unsent } from "#client/features/tickets/detail/outbox.ts";
import {
  type Known,
  type ThreadPage,
  timelineOf,
  withNewest,
  withOlder,
  withSent,
} from "#client/features/tickets/detail/use-thread.ts";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Message, TicketEntry } from "#shared/schemas/tickets.ts";

const AT = Date.parse("2026-11-20T12:00:00.000Z");
const timeOf = (minutes: number) => new Date(AT + minutes * MINUTE_MS).toISOString();

/** A message that was written so many minutes after noon as its id says. */
const message = (id: number, authorId = "ada", part: Partial<Message> = {}): Message => ({
  id,
  content: `words ${id}`,
  createdAt: timeOf(id),
  html: null,
  editedAt: null,
  removedAt: null,
  mentions: [],
  discordUserId: null,
  discordUserName: null,
  discordImgUrl: null,
  imgUrlsJson: [],
  attachments: [],
  author: { id: authorId, firstName: "Ada", lastName: "Byron", role: "User" },
  ...part,
});
const page = (from: number, to: number, nextCursor: string | null = null): ThreadPage => ({
  items: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  nextCursor,
});
const entry = (id: number, act: TicketEntry["act"], minutes: number): TicketEntry => ({
  id,
  act,
  at: timeOf(minutes),
  actor: { id: "ada", firstName: "Ada", lastName: "Byron" },
  fields: [],
  people: [],
  merged: null,
});
const unsent = (part: Partial<Unsent>): Unsent => ({
  key: "key-1",
  content: "words 4",
  mentions: [],
  attachments: [],
  at: timeOf(4),
  afterId: 3,
  state: "sending",
  reason: null,
  isLost: false,
  messageId: null,
  ...part,
});
const idsOf = ({ messages }: Known) => messages.map(({ id }) => id);

describe("the newest page", () => {
  test("is merged by id, however often it comes", () => {
    const known = withNewest(withNewest(undefined, page(1, 3)), page(2, 5));
    expect(idsOf(known)).toEqual([1, 2, 3, 4, 5]);
    expect(idsOf(withNewest(known, page(2, 5)))).toEqual([1, 2, 3, 4, 5]);
  });

  test("does not forget how to ask for those before the first", () => {
    const known = withOlder(
      withNewest(undefined, page(11, 20, "before 11")),
      page(6, 10, "before 6"),
    );
    const merged = withNewest(known, page(12, 21, "before 12"));
    expect(idsOf(merged)).toEqual(Array.from({ length: 16 }, (_, index) => index + 6));
    expect(merged.olderCursor).toBe("before 6");
  });

  test("begins the thread anew where it does not reach what is known", () => {
    const known = withNewest(withNewest(undefined, page(1, 3)), page(8, 9, "before 8"));
    expect(idsOf(known)).toEqual([8, 9]);
    expect(known.olderCursor).toBe("before 8");
  });

  test("does so, too, where only what one has sent is newer than the gap", () => {
    const sent = withSent(withNewest(undefined, page(1, 3)), message(9));
    expect(idsOf(sent)).toEqual([1, 2, 3, 9]);
    expect(idsOf(withNewest(sent, page(8, 9, "before 8")))).toEqual([8, 9]);
  });

  test("of a thread that was empty is all of it", () => {
    const empty = withNewest(undefined, { items: [], nextCursor: null });
    expect(idsOf(withNewest(empty, page(1, 2)))).toEqual([1, 2]);
  });
});

const shown = (part: Partial<Parameters<typeof timelineOf>[0]>) =>
  timelineOf({ messages: [], hasOlder: false, history: [], unsent: [], userId: "me", ...part });
const linesOf = (part: Parameters<typeof shown>[0]) =>
  shown(part)
    .filter(({ kind }) => kind !== "day")
    .map(({ key }) => key);

describe("the thread shows", () => {
  test("history at its place in time", () => {
    const history = [entry(1, "opened", 0), entry(2, "closed", 2.5), entry(3, "restored", 9)];
    expect(linesOf({ messages: page(1, 3).items, history })).toEqual([
      "entry-1",
      "message-1",
      "message-2",
      "entry-2",
      "message-3",
      "entry-3",
    ]);
  });

  test("no history from before the messages that were asked for", () => {
    const history = [entry(1, "opened", 0), entry(2, "closed", 2.5)];
    expect(linesOf({ messages: page(2, 3).items, hasOlder: true, history })).toEqual([
      "message-2",
      "entry-2",
      "message-3",
    ]);
  });

  test("a line where a new day begins, and only there", () => {
    const messages = [
      message(1),
      message(2),
      message(3, "ada", { createdAt: new Date(AT + 2 * DAY_MS).toISOString() }),
    ];
    expect(shown({ messages }).map(({ kind }) => kind)).toEqual([
      "day",
      "message",
      "message",
      "day",
      "message",
    ]);
  });

  test("the name of who writes once, until somebody else writes or time has passed", () => {
    const messages = [message(1), message(2), message(3, "kit"), message(4), message(30)];
    expect(
      shown({ messages }).flatMap((item) => (item.kind === "message" ? item.startsGroup : [])),
    ).toEqual([true, false, true, true, true]);
    const [, , again] = shown({
      messages: page(1, 2).items,
      history: [entry(1, "closed", 1.5)],
    }).filter(({ kind }) => kind !== "day");
    expect(again).toMatchObject({ key: "message-2", startsGroup: true });
  });
});

const lines = (messages: readonly Message[], waiting: readonly Unsent[]) =>
  timelineOf({ messages, hasOlder: false, history: [], unsent: waiting, userId: "me" })
    .filter(({ kind }) => kind !== "day")
    .flatMap((item) =>
      item.kind === "message"
        ? `${"state" in item.message ? "unsent" : "message"} ${item.key}`
        : item.key,
    );

describe("what is being sent", () => {
  const mine = message(4, "me");
  test("stands at the end at once", () => {
    expect(lines([message(3)], [unsent({})])).toEqual(["message message-3", "unsent key-1"]);
  });

  test("is replaced in its place by the feed's message, before any answer", () => {
    expect(lines([message(3), mine], [unsent({})])).toEqual(["message message-3", "message key-1"]);
  });

  test("is replaced in its place by the answer's, and never missing in between", () => {
    const answered = unsent({ state: "sent", messageId: 4 });
    expect(lines([message(3)], [answered])).toEqual(["message message-3", "unsent key-1"]);
    expect(lines([message(3), mine], [answered])).toEqual(["message message-3", "message key-1"]);
  });

  test("is not taken for the same words of somebody else, or from before", () => {
    const other = message(4, "kit", { content: "words 4" });
    const before = message(3, "me", { content: "words 4" });
    expect(lines([before, other], [unsent({})])).toEqual([
      "message message-3",
      "message message-4",
      "unsent key-1",
    ]);
  });

  test("twice with the same words is confirmed one by one, what is on its way first", () => {
    const failed = unsent({ state: "failed" });
    const again = unsent({ key: "key-2" });
    expect(lines([mine], [failed, again])).toEqual(["message key-2", "unsent key-1"]);
    expect(lines([mine, message(5, "me", { content: "words 4" })], [failed, again])).toEqual([
      "message key-2",
      "message key-1",
    ]);
  });

  test("does not come back once the thread has moved on past it", () => {
    expect(lines([message(30)], [unsent({ state: "sent", messageId: 4 })])).toEqual([
      "message message-30",
    ]);
  });
});
