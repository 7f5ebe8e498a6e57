import { describe, expect, test } from "bun:test";
import { REFUSALS } from "#server/core/errors.ts";
import { fieldsComeFrom } from "#server/http/rest/row.ts";
import { callOf, fieldsOf, inputSchema } from "#server/http/rest/schemas.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { appRouter } from "#server/trpc/router.ts";
import {
  ACCOUNT,
  LOGIN,
  LOGIN_FIELDS,
  PASSWORD_RESET,
  REGISTRATION,
  VERIFICATION,
} from "#shared/account-messages.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json;charset=utf-8";

/** Status, kind and body of an answer. */
const replyOf = async (response: Response) => {
  const type = response.headers.get("content-type") ?? "";
  const body: unknown = type === TEXT ? await response.text() : await response.json();
  return [response.status, type, body];
};

const setUp = async () => {
  const app = await testApp();
  const { userId, token, headers } = await signedIn(app);
  const someone = httpClient(app);
  someone.token = token;
  return { app, userId, someone, headers };
};

describe("[API-02] what is refused is put as the list of calls says", () => {
  test("text, {message} or {error}, row by row", async () => {
    const { app } = await setUp();
    const guest = httpClient(app);
    const passwords = { newPassword: PASSWORD, confirmPassword: PASSWORD };
    const cases: [call: string, body: unknown, answer: unknown[]][] = [
      [
        "POST Auth/login",
        { email: "a@example.test", password: "x" },
        [401, TEXT, LOGIN.invalidOnWire],
      ],
      ["GET Auth/me", undefined, [401, JSON_TYPE, { message: REFUSALS.signInFirst }]],
      ["POST Auth/verify-email", undefined, [400, TEXT, VERIFICATION.codeMissing]],
      ["POST Auth/verify-email?code=", undefined, [400, TEXT, VERIFICATION.codeMissing]],
      ["POST Auth/verify-email?code=x", undefined, [400, TEXT, VERIFICATION.codeInvalid]],
      ["POST Auth/resend-verification", { email: " " }, [400, TEXT, LOGIN_FIELDS.emailRequired]],
      ["POST Auth/resend-verification", undefined, [400, TEXT, LOGIN_FIELDS.emailRequired]],
      [
        "POST Auth/request-password-reset",
        { email: null },
        [400, JSON_TYPE, { message: LOGIN_FIELDS.emailRequired }],
      ],
      [
        "POST Auth/reset-password",
        { token: "", ...passwords },
        [400, JSON_TYPE, { error: PASSWORD_RESET.tokenMissing }],
      ],
      [
        "POST Auth/reset-password",
        { token: "x", ...passwords },
        [400, JSON_TYPE, { error: PASSWORD_RESET.tokenInvalid }],
      ],
      ["PUT Auth/update-account", {}, [401, TEXT, REFUSALS.signInFirst]],
      ["PUT Auth/deactivate-account", undefined, [401, TEXT, REFUSALS.signInFirst]],
      ["POST Auth/logout", undefined, [401, JSON_TYPE, { message: REFUSALS.signInFirst }]],
      [
        "GET Discord/get-api-key",
        undefined,
        [503, JSON_TYPE, { message: REGISTRATION.discordUnavailable }],
      ],
      ["GET Discord/linked", undefined, [401, JSON_TYPE, { message: REFUSALS.signInFirst }]],
      ["PUT userprofile/marketing-consent", {}, [401, TEXT, REFUSALS.signInFirst]],
    ];
    for (const [call, body, answer] of cases) {
      const [method = "", path = ""] = call.split(" ");
      const response = await guest.ask(method, `/api/${path}`, body);
      expect([call, ...(await replyOf(response))]).toMatchObject([call, ...answer]);
    }
  });

  test("registration is refused with {message}", async () => {
    const { app } = await setUp();
    const input = {
      firstName: "Ada",
      lastName: "Lynx",
      email: "ada@example.test",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      discordId: "80351110224678912",
      discordName: "ada",
      discordImgUrl: "",
    };
    const response = await httpClient(app).ask("POST", "/api/Auth/register", input);
    expect(await replyOf(response)).toMatchObject([
      400,
      JSON_TYPE,
      { message: REGISTRATION.linkAgain },
    ]);
  });

  test("GET Discord/linked is the linked account, or 404", async () => {
    const { app, userId, someone } = await setUp();
    const none = await someone.ask("GET", "/api/Discord/linked");
    expect(await replyOf(none)).toMatchObject([404, JSON_TYPE, { message: ACCOUNT.noDiscord }]);
    const { store, clock } = app.deps;
    const externalId = "80351110224678912";
    await store.write(async (tx) => {
      const row = { userId, platform: "discord", externalId, name: "ada" } as const;
      await tx.insert(store.tables.links).values({ ...row, linkedAt: clock.now() });
    });
    const linked = await someone.ask("GET", "/api/discord/LINKED");
    const account = { discordId: externalId, discordName: "ada", discordImgUrl: null };
    expect(await replyOf(linked)).toEqual([200, JSON_TYPE, account]);
  });

  test("GET Discord/get-api-key is the client id for anybody, and no secret", async () => {
    const env = { DISCORD_CLIENT_ID: "123456789012345678", DISCORD_CLIENT_SECRET: "verySecret" };
    const app = await testApp({ env });
    const response = await httpClient(app).ask("GET", "/api/Discord/get-api-key");
    expect(await replyOf(response)).toEqual([200, JSON_TYPE, { clientId: env.DISCORD_CLIENT_ID }]);
  });

  test("logout is 204 without a body, and ends the session at once", async () => {
    const { someone } = await setUp();
    const response = await someone.ask("POST", "/api/Auth/logout");
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect((await someone.ask("GET", "/api/Auth/me")).status).toBe(401);
    expect((await someone.ask("POST", "/api/Auth/logout")).status).toBe(401);
  });
});

const called = await Promise.all(
  REST_TABLE.map(async (row) => ({ row, call: await callOf(appRouter, row) })),
);

describe("[API-03] bodies", () => {
  /** Rows of accounts that take a body, with their fields; those for Admins refuse a member first. */
  const taking = called.flatMap(({ row, call: procedure }) => {
    const fields = Object.keys(fieldsOf(inputSchema(procedure)));
    const isOfAccounts = row.section === "Accounts" || row.section === "Profile";
    const isTheirs = isOfAccounts && !["admin", "team"].includes(procedure._def.meta.kind);
    // Reads of a body what it likes.
    if (row.input !== undefined) return [];
    return isTheirs && fieldsComeFrom(row) === "body" && fields.length > 0 ? [{ row, fields }] : [];
  });

  test("are taken by as many rows as the list of calls says", () => {
    expect(taking.map(({ row }) => row.path)).toEqual([
      "/Auth/login",
      "/Auth/second-step",
      "/Auth/register",
      "/Auth/resend-verification",
      "/Auth/request-password-reset",
      "/Auth/reset-password",
      "/Auth/update-account",
      "/Auth/change-email",
      "/Auth/confirm-email-change",
      "/Auth/revert-email-change",
      "/Auth/confirm",
      "/Auth/end-sessions",
      "/userprofile/marketing-consent",
      "/userprofile/security-mails",
    ]);
  });

  for (const { row, fields } of taking) {
    test(`${row.path}: an array, an object or a number in any field is 400, and the field is named`, async () => {
      const { someone } = await setUp();
      for (const field of fields)
        for (const value of [[], ["x"], [true], { $ne: null }, 7, "\u0000".repeat(600)]) {
          // A version of the site is a number.
          if (field === "agreesTo" && value === 7) continue;
          const written = field.toUpperCase();
          const response = await someone.ask(row.method, `/api${row.path}`, { [written]: value });
          const [status, , body] = await replyOf(response);
          expect(status).toBe(400);
          const text = typeof body === "string" ? body : Object.values(body ?? {}).join();
          expect(`; ${text}`).toContain(`; ${field}: `);
        }
    });

    test(`${row.path}: null is no value, and nothing but a JSON object is a body`, async () => {
      const { someone } = await setUp();
      const nulls = Object.fromEntries(fields.map((field) => [field, null]));
      const withNulls = await someone.ask(row.method, `/api${row.path}`, nulls);
      // All fields of this one may be absent.
      expect(withNulls.status).toBe(row.procedure === "accounts.update" ? 200 : 400);
      for (const body of [null, [], [nulls], "text", 7, true]) {
        const response = await someone.ask(row.method, `/api${row.path}`, body);
        expect(response.status).toBe(400);
        expect(await response.text()).toContain(REFUSALS.wantsObject);
      }
    });
  }

  test("keys match without regard to case", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    for (const body of [
      { Email: email, Password: PASSWORD },
      { EMAIL: email, pASSWORD: PASSWORD },
    ]) {
      const response = await httpClient(app).ask("POST", "/API/AUTH/LOGIN", body);
      expect(response.status).toBe(200);
    }
  });

  test("a password in the address is none: others write addresses down", async () => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const query = new URLSearchParams({ email, password: PASSWORD });
    const response = await httpClient(app).ask("POST", `/api/Auth/login?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("password: ");
  });
});

describe("the document", () => {
  type Operation = {
    parameters: { name: string; in: string }[];
    requestBody?: {
      required?: boolean;
      content: Record<string, { schema: { properties: object } }>;
    };
    responses: Record<string, { description: string; content?: Record<string, unknown> }>;
    security?: unknown;
  };

  test("says of every call what it takes, how it answers, and that it needs a bearer", async () => {
    const app = await testApp();
    const document = (await (await app.request("/api/openapi.json")).json()) as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    expect(document.components).toHaveProperty("securitySchemes.bearer.scheme", "bearer");
    const { paths } = document;
    const login = paths["/api/Auth/login"]?.["post"];
    const schema = login?.requestBody?.content["application/json"]?.schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(["email", "password"]);
    expect(login?.security).toBeUndefined();
    expect(Object.keys(login?.responses ?? {})).toEqual(["200", "400", "401", "413", "429", "500"]);
    expect(Object.keys(login?.responses["401"]?.content ?? {})).toEqual([
      "text/plain",
      "application/json",
    ]);
    const verify = paths["/api/Auth/verify-email"]?.["post"];
    expect(verify?.parameters).toMatchObject([{ name: "code", in: "query" }]);
    expect(verify?.requestBody).toBeUndefined();
    const update = paths["/api/Auth/update-account"]?.["put"];
    expect(update?.security).toEqual([{ bearer: [] }]);
    expect(Object.keys(update?.responses["200"]?.content ?? {})).toEqual(["text/plain"]);
    const deactivate = paths["/api/Auth/deactivate-account"]?.["put"];
    const closing = deactivate?.requestBody?.content["application/json"]?.schema;
    expect(Object.keys(closing?.properties ?? {})).toEqual(["currentPassword"]);
    expect(Object.keys(deactivate?.responses ?? {})).toContain("409");
    expect(Object.keys(paths["/api/Auth/logout"]?.["post"]?.responses ?? {})).toContain("204");
  });

  test("[API-08] promises no success where there is none", async () => {
    const app = await testApp();
    const { paths } = (await (await app.request("/api/openapi.json")).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const key = paths["/api/Steam/get-api-key"]?.["get"];
    expect(Object.keys(key?.responses ?? {})).toEqual(["403", "500"]);
  });

  test("asks for nothing in the body that the path has already", async () => {
    const app = await testApp();
    const { paths } = (await (await app.request("/api/openapi.json")).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const bodyOf = (method: string, path: string) =>
      Object.keys(
        paths[path]?.[method]?.requestBody?.content["application/json"]?.schema.properties ?? {},
      );
    expect(bodyOf("put", "/api/tickets/{id}/edit")).toContain("subject");
    expect(bodyOf("put", "/api/tickets/{id}/edit")).not.toContain("id");
    expect(bodyOf("post", "/api/tickets/{id}/assign-user")).toEqual(["userId", "from"]);
    // Older programs send none.
    expect(paths["/api/tickets/{id}/close"]?.["put"]?.requestBody?.required).toBe(false);
    expect(bodyOf("put", "/api/tickets/{id}/close")).not.toContain("id");
    for (const [method, path] of [
      ["put", "/api/tickets/{id}/restore"],
      ["delete", "/api/Notification/{id}"],
    ] as const) {
      expect(paths[path]?.[method]?.parameters).toMatchObject([{ name: "id", in: "path" }]);
      expect(paths[path]?.[method]?.requestBody).toBeUndefined();
    }
  });

  test("is shown to people with commands that can be copied", async () => {
    const app = await testApp();
    const html = await (await app.request("/api/docs")).text();
    const origin = "http://den.example/api";
    expect(html).toContain(`curl -X POST &#39;${origin}/Auth/verify-email?code=…&#39;`);
    expect(html).toContain(`curl ${origin}/Auth/me \\\n  -H`);
  });
});
