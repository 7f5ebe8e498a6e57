import { describe, expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { withBadge } from "#client/components/shell/member-bar.tsx";
import {
  EMPTY_NOTIFICATION,
  NOTIFICATION_PLACING,
  type NotificationDraft,
  notificationForm,
  payloadOf,
  targetName,
} from "#client/features/notifications/create-parts.tsx";
import {
  countAfter,
  entriesOf,
  placeEntries,
  withoutEntry,
  withRead,
} from "#client/features/notifications/use-notifications.ts";
import { refusalProblem } from "#client/lib/api-error.ts";
import { placeRefusal, problemsOf } from "#client/lib/form.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
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
  link: null,
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
  ...EMPTY_NOTIFICATION,
  subject: "Hello",
  message: "Words",
  ...part,
});

const readOf = (marked: Parameters<typeof entriesOf>[0]) =>
  entriesOf(marked).map(({ isRead }) => isRead);

describe("[NOTE-04] a notification is refused", () => {
  test.each([
    ["without a subject", draft({ subject: " " }), { subject: NOTIFICATIONS.emptySubject }],
    ["without a message", draft({ message: "\n " }), { message: NOTIFICATIONS.emptyMessage }],
    [
      "with a message of which nothing can be seen",
      draft({ message: "\u200b\u2060" }),
      { message: NOTIFICATIONS.emptyMessage },
    ],
    ["for nobody", draft({ isGlobal: false }), { chosen: NOTIFICATIONS.noTargets }],
    [
      "with nothing at all",
      { ...EMPTY_NOTIFICATION, isGlobal: false },
      {
        subject: NOTIFICATIONS.emptySubject,
        message: NOTIFICATIONS.emptyMessage,
        chosen: NOTIFICATIONS.noTargets,
      },
    ],
    ["not: with words for all", draft({}), {}],
    ["not: with words for one", draft({ isGlobal: false, chosen: [MIRA] }), {}],
  ])("%s", (_when, given, problems) => {
    expect(problemsOf(notificationForm, given)).toEqual(problems);
  });
});

const refusalOf = (message: string, fields: Record<string, string>, code = "bad_request") => {
  const error = TRPCClientError.from({
    error: { message, code: -32_600, data: { code, fields } },
  });
  const problem = refusalProblem(error, NOTIFICATIONS.createFailed);
  return placeRefusal(error, problem, { ...NOTIFICATION_PLACING, values: EMPTY_NOTIFICATION });
};

describe("what the server refuses", () => {
  test.each([
    [NOTIFICATIONS.emptySubject, "subject", "subject"],
    [NOTIFICATIONS.emptyMessage, "message", "message"],
    [NOTIFICATIONS.noTargets, "targetUserIds", "chosen"],
    [NOTIFICATIONS.unknownTargets, "targetUserIds", "chosen"],
  ])("%p stands beside its field", (sentence, sent, field) => {
    expect(refusalOf(sentence, { [sent]: sentence })).toEqual({
      problem: null,
      fields: { [field]: sentence },
    });
  });

  test("what it found wrong with a field stands there", () => {
    expect(refusalOf("Bad input.", { subject: "must be one line" })).toEqual({
      problem: null,
      fields: { subject: "Subject must be one line." },
    });
  });

  test("what it found wrong with a field that has no place for it is said above the button", () => {
    const error = TRPCClientError.from({
      error: {
        message: NOTIFICATIONS.emptySubject,
        code: -32_600,
        data: { code: "bad_request", fields: { subject: NOTIFICATIONS.emptySubject } },
      },
    });
    const problem = refusalProblem(error, NOTIFICATIONS.createFailed);
    const places = new Set(["message"]);
    const placed = placeRefusal(error, problem, { values: EMPTY_NOTIFICATION, places });
    expect(placed.problem).toMatchObject({ sentence: NOTIFICATIONS.emptySubject });
  });

  test("what has a code of its own is said above the button, and its field is marked", () => {
    const { problem, fields } = refusalOf("Taken.", { subject: "Taken." }, "email_in_use");
    expect(problem).toMatchObject({ sentence: "Taken.", code: "email_in_use" });
    expect(fields).toEqual({ subject: "Taken." });
  });

  test("anything else is said in its own words, and in ours without a connection", () => {
    expect(refusalOf(MESSAGES.tooManyAttempts, {}, "too_many_requests").problem?.sentence).toBe(
      MESSAGES.tooManyAttempts,
    );
    const offline = TRPCClientError.from(new TypeError("Failed to fetch"));
    expect(refusalProblem(offline, NOTIFICATIONS.createFailed).sentence).toBe(
      NOTIFICATIONS.createFailed,
    );
  });
});

describe("a notification is sent", () => {
  test("to all without names, whoever was chosen before", () => {
    expect(payloadOf(draft({ chosen: [MIRA] }))).toEqual({
      subject: "Hello",
      message: "Words",
      link: null,
      isGlobal: true,
      targetUserIds: [],
    });
  });

  test("to those who were chosen", () => {
    const sent = payloadOf(draft({ isGlobal: false, chosen: [MIRA] }));
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

const about = (id: number, ticketId: number | null, isRead = false, day = 1) => ({
  ...entry(id, isRead),
  ticketId,
  createdAt: `2026-11-0${day}T12:00:00.000Z`,
});
const place = (...entries: Notification[]) =>
  placeEntries(entries, (at) => at.slice(8, 10)).map(
    ({ entry: { id }, begins, head, isUnderHead }) => [
      id,
      begins && `${begins.isUnread ? "unread" : "read"} ${begins.day}`,
      head?.count ?? null,
      isUnderHead,
    ],
  );

describe("[NOTE-07] the list stands by day and ticket", () => {
  test("unread ones first, several of a ticket under one head, where the newest stands", () => {
    expect(
      place(
        about(9, null, false, 2),
        about(8, 7, false, 2),
        about(7, null, false, 2),
        about(6, 7, false, 2),
        about(5, 7, false, 1),
        about(4, 3, true, 2),
        about(3, 3, true, 1),
        about(2, 3, true, 1),
      ),
    ).toEqual([
      [9, "unread 02", null, false],
      [8, null, 2, true],
      [6, null, null, true],
      [7, null, null, false],
      [5, "unread 01", null, false],
      [4, "read 02", null, false],
      [3, "read 01", 2, true],
      [2, null, null, true],
    ]);
  });

  test("what is marked goes among the read ones of its day at once", () => {
    expect(place(about(3, null, true), about(2, null), about(1, null, true))).toEqual([
      [2, "unread 01", null, false],
      [3, "read 01", null, false],
      [1, null, null, false],
    ]);
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
