import { describe, expect, test } from "bun:test";
import type { TRPCClientError } from "@trpc/client";
import { ERROR_KINDS, SPECIFIC_CODES } from "#server/core/errors.ts";
import type { OpenApiDocument } from "#server/http/rest/openapi.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { appWithPeople, TICKET } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const WORDS = [...Object.keys(ERROR_KINDS), ...Object.keys(SPECIFIC_CODES)];

describe("a REST error in JSON carries its code", () => {
  test("wherever it is refused: at the address, the body, the session, the role, the path", async () => {
    const app = await testApp();
    const { headers } = await signedIn(app);
    const sent = { ...headers, "content-type": "application/json" };
    const codeOf = async (path: string, init: RequestInit = {}) => {
      const { code } = (await (await app.request(path, init)).json()) as { code: unknown };
      return code;
    };
    expect(await codeOf("/api/nothing")).toBe("not_found");
    expect(await codeOf("/api/server/chess")).toBe("not_found");
    expect(await codeOf("/api/Tickets/mine")).toBe("unauthorized");
    expect(await codeOf("/api/bridge/keys", { headers })).toBe("forbidden");
    expect(await codeOf("/api/bridge/keys", { method: "PATCH", headers })).toBe(
      "method_not_allowed",
    );
    const create = { method: "POST", headers: sent };
    expect(await codeOf("/api/tickets", { ...create, body: "{" })).toBe("bad_request");
    const large = JSON.stringify({ subject: "x".repeat(70_000) });
    expect(await codeOf("/api/tickets", { ...create, body: large })).toBe("payload_too_large");
    expect(await codeOf("/api/feed", { headers: { authorization: "Bearer x" } })).toBe(
      "unauthorized",
    );
  });

  test("as the document says of every call, from one closed set", async () => {
    const app = await testApp();
    const { paths } = (await (await app.request("/api/openapi.json")).json()) as OpenApiDocument;
    const refusals = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .flatMap(([status, { content }]) =>
        Number(status) >= 400 ? [content?.["application/json"]?.schema] : [],
      );
    const inJson = refusals.filter((schema) => schema !== undefined);
    expect(inJson.length).toBeGreaterThan(100);
    for (const { properties, required } of inJson) {
      expect(required).toContain("code");
      const words = (properties?.["code"] as { enum: string[] } | undefined)?.enum ?? [];
      expect(words.length).toBeGreaterThan(0);
      expect(WORDS).toEqual(expect.arrayContaining(words));
    }
  });
});

const dataOf = async (call: PromiseLike<unknown>) => {
  const { data, message } = (await rejectionOf(call)) as TRPCClientError<AppRouter>;
  return { message, code: data?.code, httpStatus: data?.httpStatus, fields: data?.fields };
};

describe("tRPC and REST tell an error by the same code", () => {
  test("of a ticket that somebody has changed meanwhile", async () => {
    const { member, admin } = await appWithPeople();
    const ticket = await member.tickets.create.mutate({ ...TICKET, assignedUserIds: [admin.id] });
    const { id, updatedAt } = ticket;
    await admin.tickets.edit.mutate({ ...TICKET, id, subject: "Theirs", updatedAt });
    const mine = { ...TICKET, subject: "Mine", updatedAt };
    expect(await dataOf(member.tickets.edit.mutate({ ...mine, id }))).toEqual({
      message: TICKETS.changedMeanwhile,
      code: "changed_meanwhile",
      httpStatus: 409,
      fields: undefined,
    });
    const answer = await member.ask("PUT", `/api/tickets/${id}/edit`, mine);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({
      message: TICKETS.changedMeanwhile,
      code: "changed_meanwhile",
    });
  });

  test("and the wrong fields are named beside it", async () => {
    const { admin } = await appWithPeople();
    const given = { subject: "Hi", message: "Hello.", isGlobal: false, targetUserIds: [] };
    expect(await dataOf(admin.notifications.create.mutate(given))).toEqual({
      message: NOTIFICATIONS.noTargets,
      code: "bad_request",
      httpStatus: 400,
      fields: { targetUserIds: NOTIFICATIONS.noTargets },
    });
  });
});
