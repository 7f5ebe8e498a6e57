import { describe, expect, test } from "bun:test";
import { fieldsComeFrom } from "#server/http/rest/row.ts";
import { callOf, fieldsOf, inputSchema } from "#server/http/rest/schemas.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { appRouter } from "#server/trpc/router.ts";
import { LOGIN_FIELDS } from "#shared/account-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { appWithPeople, TICKET } from "#tests/support/people.ts";

/** How zod puts it. */
const VALIDATOR = /invalid (input|option|string|discriminator)|too (big|small)|expected|received/i;

const ODD = [7, "", "\u0000", "x".repeat(5000), [], ["x"], {}, true, -1.5];

const called = await Promise.all(
  REST_TABLE.map(async (row) => ({ row, call: await callOf(appRouter, row) })),
);
const rows = called.flatMap(({ row, call }) => {
  const fields = Object.keys(fieldsOf(inputSchema(call)));
  const isOurs = call._def.meta.kind !== "bridge" && !row.path.includes("{");
  return isOurs && fields.length > 0 && fieldsComeFrom(row) === "body" ? [{ row, fields }] : [];
});

describe("[API-03] a refused input is told in our sentences", () => {
  test.each(rows.map(({ row, fields }) => [`${row.method} ${row.path}`, row, fields] as const))(
    "%s",
    async (_, row, fields) => {
      const { admin } = await appWithPeople();
      for (const body of [{}, ...fields.flatMap((field) => ODD.map((odd) => ({ [field]: odd })))]) {
        const response = await admin.ask(row.method, `/api${row.path}`, body);
        if (response.status !== 400) continue;
        expect(await response.text()).not.toMatch(VALIDATOR);
      }
    },
  );

  test.each([
    ["PUT", "userprofile/edit-points", { points: -1 }, POINTS.outOfRange],
    ["PUT", "userprofile/edit-points", { points: 1.5 }, POINTS.outOfRange],
    ["PUT", "userprofile/edit-points", { oldPoints: undefined }, "oldPoints: is required"],
    [
      "POST",
      "tickets",
      { category: "Odd" },
      "category: must be one of Bug, Shop Issue, Connection Issue, Other",
    ],
    ["POST", "tickets", { description: undefined }, "description: is required"],
    ["POST", "tickets", { subject: "x".repeat(101) }, "subject: must have at most 100 characters"],
    ["POST", "tickets", { description: 7 }, "description: must be text"],
    ["POST", "Auth/login", { email: "nope" }, LOGIN_FIELDS.emailMalformed],
    ["POST", "Auth/login", { email: " " }, LOGIN_FIELDS.emailRequired],
    ["POST", "Auth/resend-verification", { email: "nope" }, LOGIN_FIELDS.emailMalformed],
    ["POST", "Auth/request-password-reset", { email: "nope" }, LOGIN_FIELDS.emailMalformed],
    ["PUT", "Auth/update-account", { firstName: "" }, "firstName: must not be empty"],
    ["PUT", "Auth/update-account", { lastName: "  " }, "lastName: must not be empty"],
  ] as const)("%s %s %p", async (method, path, changes, sentence) => {
    const { admin, member } = await appWithPeople();
    const good: Readonly<Record<string, object>> = {
      tickets: TICKET,
      "userprofile/edit-points": { userProfileId: member.id, oldPoints: 0, points: 5 },
      "Auth/login": { email: "a@example.test", password: "x" },
    };
    const response = await admin.ask(method, `/api/${path}`, { ...good[path], ...changes });
    expect(response.status).toBe(400);
    const text = await response.text();
    const reply = text.startsWith("{") ? Object.values(JSON.parse(text) as object) : [text];
    expect(reply).toContain(sentence);
  });
});
