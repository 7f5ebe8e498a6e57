import { expect, test } from "bun:test";
import { changesOf, nobodyOf } from "#client/features/administration/audit-labels.ts";
import { ACTION_NAMES } from "#shared/audit-messages.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";

const linesOf = (before: AuditLine["before"], after: AuditLine["after"]) =>
  changesOf({
    id: 1,
    at: "2026-03-01T12:00:00.000Z",
    action: "ticket.edited",
    actorId: null,
    actor: null,
    subject: null,
    subjectPerson: null,
    network: null,
    note: null,
    browser: null,
    requestId: null,
    position: null,
    before,
    after,
  }).map(({ name, before, after }) => [name, before, after]);

test("an Admin's act on a ticket is told in words, its number as people say it", () => {
  expect(
    linesOf(
      { category: "Bug" },
      { ticketId: 1042, category: "Other", rewritten: "subject description" },
    ),
  ).toEqual([
    ["Category", "Bug", "Other"],
    ["Ticket", null, "#1042"],
    ["Rewritten", null, "subject, description"],
  ]);
});

test("a ledger that does not add up is told with its numbers", () => {
  expect(linesOf(null, { entries: 12345, broken: 1, firstBrokenId: 4000 })).toEqual([
    ["Lines", null, "12,345"],
    ["Wrong lines", null, "1"],
    ["First wrong line", null, "#4000"],
  ]);
  expect(nobodyOf("ledger.broken")).toBe("The site");
});

test("why something was refused is told in words; what the site has no words for, as it is", () => {
  for (const [reason, words] of [
    ["revoked", "the key was revoked"],
    ["loginsByAddress", "too many wrong passwords from one network"],
    ["exportsByMember", "too many exports"],
    ["cut", "the end is gone"],
    ["something else", "something else"],
  ])
    expect(linesOf(null, { reason: reason ?? "" })).toEqual([["Reason", null, words ?? ""]]);
  expect(nobodyOf("bridge_key.refused")).toBe("Someone not logged in");
  expect(ACTION_NAMES["bridge_key.refused"]).toBe("Bridge key refused");
});
