import { describe, expect, test } from "bun:test";
import {
  EMPTY_DRAFT,
  type NotificationDraft,
  payloadOf,
  problemsOf,
  refusalOf,
  targetName,
} from "#client/features/notifications/notification-draft.ts";
import {
  countAfter,
  entriesOf,
  withoutEntry,
  withRead,
} from "#client/features/notifications/notification-pages.ts";
import { withBadge } from "#client/lib/use-title-badge.ts";
import { MESSAGES, NOTIFICATIONS } from "#shared/messages.ts";
import type { Notification, NotificationTarget } from "#shared/schemas/notifications.ts";

const entry = (id: number, isRead = false): Notification => ({
  id,
  subject: `No. ${id}`,
  message: "Words",
  createdAt: "2026-11-01T12:00:00.000Z",
  isGlobal: false,
  isRead,
  kind: "news",
  ticketId: null,
});
const list = (...pages: Notification[][]) => ({
  pages: pages.map((items) => ({ items, nextCursor: null })),
  pageParams: pages.map(() => null),
});
const MIRA: NotificationTarget = {
  profileId: "mira",
  firstName: "Mira",
  lastName: "Stone",
  email: "mira@example.test",
};
const draft = (part: Partial<NotificationDraft>): NotificationDraft => ({
  ...EMPTY_DRAFT,
  subject: "Hello",
  message: "Words",
  ...part,
});

const readOf = (marked: Parameters<typeof entriesOf>[0]) =>
  entriesOf(marked).map(({ isRead }) => isRead);

describe("[member §5] a notification is refused", () => {
  test.each([
    ["without a subject", draft({ subject: " " }), { subject: NOTIFICATIONS.emptySubject }],
    ["without a message", draft({ message: "\n " }), { message: NOTIFICATIONS.emptyMessage }],
    [
      "with a message of which nothing can be seen",
      draft({ message: "\u200b\u2060" }),
      { message: NOTIFICATIONS.emptyMessage },
    ],
    ["for nobody", draft({ isGlobal: false }), { targets: NOTIFICATIONS.noTargets }],
    [
      "with nothing at all",
      { ...EMPTY_DRAFT, isGlobal: false },
      {
        subject: NOTIFICATIONS.emptySubject,
        message: NOTIFICATIONS.emptyMessage,
        targets: NOTIFICATIONS.noTargets,
      },
    ],
    ["not: with words for all", draft({}), {}],
    ["not: with words for one", draft({ isGlobal: false, chosen: [MIRA] }), {}],
  ])("%s", (_when, given, problems) => {
    expect(problemsOf(given)).toEqual(problems);
  });
});

describe("what the server refuses", () => {
  test.each([
    [NOTIFICATIONS.emptySubject, "subject"],
    [NOTIFICATIONS.emptyMessage, "message"],
    [NOTIFICATIONS.noTargets, "targets"],
    [NOTIFICATIONS.unknownTargets, "targets"],
  ])("%p stands beside its field", (sentence, field) => {
    expect(refusalOf(sentence, {})).toEqual({ problems: { [field]: sentence }, failure: null });
  });

  test("what it found wrong with a field stands there", () => {
    expect(refusalOf("Bad input.", { subject: "must be one line" })).toEqual({
      problems: { subject: "Subject must be one line." },
      failure: null,
    });
  });

  test("anything else is said in its own words, and in ours without a connection", () => {
    expect(refusalOf(MESSAGES.tooManyAttempts, {}).failure).toBe(MESSAGES.tooManyAttempts);
    expect(refusalOf(null, {}).failure).toBe(NOTIFICATIONS.createFailed);
  });
});

describe("a notification is sent", () => {
  test("to all without names, whoever was chosen before", () => {
    expect(payloadOf(draft({ chosen: [MIRA] }), "key-1234")).toEqual({
      subject: "Hello",
      message: "Words",
      isGlobal: true,
      targetUserIds: [],
      idempotencyKey: "key-1234",
    });
  });

  test("to those who were chosen", () => {
    const sent = payloadOf(draft({ isGlobal: false, chosen: [MIRA] }), "key-1234");
    expect(sent.targetUserIds).toEqual(["mira"]);
    expect(sent.isGlobal).toBe(false);
  });

  test("somebody without a name is called by their address", () => {
    expect(targetName(MIRA)).toBe("Mira Stone");
    expect(targetName({ ...MIRA, firstName: "", lastName: "" })).toBe("mira@example.test");
  });
});

describe("the list of notifications", () => {
  test("shows one that two pages hold once, where it came first", () => {
    const entries = entriesOf(list([entry(3), entry(2)], [entry(2, true), entry(1)]));
    expect(entries.map(({ id, isRead }) => [id, isRead])).toEqual([
      [3, false],
      [2, false],
      [1, false],
    ]);
  });

  test("marks one at its place, and all of them", () => {
    const pages = list([entry(3), entry(2)], [entry(1)]);
    expect(readOf(withRead(pages, 2, true))).toEqual([false, true, false]);
    expect(readOf(withRead(pages, "all", true))).toEqual([true, true, true]);
    expect(readOf(withRead(withRead(pages, 2, true), 2, false))).toEqual([false, false, false]);
  });

  test("loses the one that was removed", () => {
    expect(entriesOf(withoutEntry(list([entry(2)], [entry(1)]), 2)).map(({ id }) => id)).toEqual([
      1,
    ]);
  });

  test.each([
    [3, -1, 2],
    [0, -1, 0],
    [2, 1, 3],
    [100, -1, 100],
  ] as const)("%p unread ones and %p are %p", (count, change, after) => {
    expect(countAfter(count, change)).toBe(after);
  });
});

describe("the title of the page begins with what is unread", () => {
  test.each([
    ["Settings · Lynxden", 3, "(3) Settings · Lynxden"],
    ["(3) Settings · Lynxden", 4, "(4) Settings · Lynxden"],
    ["(99+) Settings · Lynxden", 0, "Settings · Lynxden"],
    ["Settings · Lynxden", 100, "(99+) Settings · Lynxden"],
    ["Ticket (1) · Lynxden", 0, "Ticket (1) · Lynxden"],
  ])("%p with %p unread is %p", (title, count, shown) => {
    expect(withBadge(title, count)).toBe(shown);
  });
});
