import { describe, expect, test } from "bun:test";
import { mailingWorld } from "#tests/support/mailings.ts";

/** As a mail provider does it (RFC 8058, section 3.2): no cookies, no login. */
const ONE_CLICK = {
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "List-Unsubscribe=One-Click",
} as const;

const FORM = new FormData();
FORM.set("List-Unsubscribe", "One-Click");

const mailed = async () => {
  const world = await mailingWorld({ agreed: 1 });
  const { admin, newsId, sendAll, inbox, readers, unsubscribePath } = world;
  await admin.newsletters.start.mutate({ newsId });
  await sendAll();
  const [mail] = inbox();
  if (mail === undefined) throw new Error("Nothing was sent.");
  const path = unsubscribePath(mail.headers);
  return { ...world, mail, path, readerId: readers[0]?.id ?? "" };
};

describe("[CONSENT-07] one click", () => {
  test("is offered in the headers, as RFC 8058 has them, and by a link in the text", async () => {
    const { mail } = await mailed();
    const { "list-unsubscribe": offered, "list-unsubscribe-post": how } = mail.headers;
    expect(offered).toMatch(/^<http:\/\/den\.example\/unsubscribe\?token=[^>\s]+>$/);
    expect(how).toBe("List-Unsubscribe=One-Click");
    const address = offered?.slice(1, -1) ?? "";
    expect(mail.text).toContain(`Unsubscribe: ${address}`);
    expect(mail.html).toContain(`href="${address}"`);
  });

  test.each([
    ["a form", ONE_CLICK],
    ["a form in parts", { method: "POST", body: FORM }],
    ["no body", { method: "POST" }],
  ] as const)("ends the news with %s, and again without harm", async (_, request) => {
    const { app, path, readerId, lastSaid, readers } = await mailed();
    for (let turn = 0; turn < 2; turn += 1) {
      const response = await app.request(path, request);
      expect(response.status).toBe(200);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    expect(await lastSaid(readerId)).toMatchObject({
      kind: "marketing",
      isGiven: false,
      way: "unsubscription",
    });
    expect((await readers[0]?.consents.mine.query())?.entries).toHaveLength(2);
    expect((await readers[0]?.members.profile.query())?.allowMarketingEmails).toBe(false);
  });

  test("of a program that follows links changes nothing: it finds a page with a button", async () => {
    const { app, path, readerId, lastSaid } = await mailed();
    const response = await app.request(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const page = await response.text();
    expect(page).toContain('<form method="post"><button type="submit">Unsubscribe</button></form>');
    expect(page).not.toContain("<script");
    expect(response.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(await lastSaid(readerId)).toMatchObject({ isGiven: true });
  });

  test("works in maintenance", async () => {
    const { app, admin, path, readerId, lastSaid } = await mailed();
    await admin.maintenance.begin.mutate({ reason: "Moving house.", expectedEnd: null });
    expect((await app.request(path, ONE_CLICK)).status).toBe(200);
    expect(await lastSaid(readerId)).toMatchObject({ isGiven: false });
  });

  test("with a token that somebody made up ends nothing", async () => {
    const { app, path, readerId, admin, lastSaid } = await mailed();
    const token = new URL(path, "http://den.example").searchParams.get("token") ?? "";
    const [, signature] = token.split(".");
    const other = Buffer.from(admin.id).toString("base64url");
    for (const wrong of [
      "",
      "x",
      ".",
      `${token}a`,
      `${other}.${signature}`,
      token.slice(0, -1),
      `${token}.b`,
    ])
      for (const request of [ONE_CLICK, { method: "GET" }])
        expect((await app.request(`/unsubscribe?token=${wrong}`, request)).status).toBe(400);
    expect(await lastSaid(readerId)).toMatchObject({ isGiven: true });
  });

  test("is good for nothing but a POST and a look, and takes no long body", async () => {
    const { app, path } = await mailed();
    expect((await app.request(path, { method: "PUT", body: "" })).status).toBe(405);
    expect((await app.request(path, { method: "POST", body: "x".repeat(20_000) })).status).toBe(
      413,
    );
  });
});
