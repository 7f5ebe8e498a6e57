import { expect, test } from "bun:test";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, withLimits } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const WISHES: Readonly<Record<string, string>>[] = [
  { "trpc-accept": "application/jsonl" },
  { accept: "application/jsonl, */*" },
  { accept: `application/jsonl, ${"*/*,".repeat(300)}` },
];

test.each(WISHES)(
  "nobody is answered before their calls have ended, so that a refusal is logged as one: %j",
  async (wish) => {
    const app = await testApp();
    const { email } = await addMember(app.deps);
    const login = (password: string) =>
      app.request("/api/trpc/accounts.login?batch=1", {
        method: "POST",
        headers: { ...wish, "content-type": "application/json" },
        body: JSON.stringify({ 0: { email, password } }),
      });
    expect((await login("Wrong!2026test")).status).toBe(401);
    const names = (await login(PASSWORD)).headers.getSetCookie().map((line) => line.split("=")[0]);
    expect(names).toEqual(expect.arrayContaining(["proofs", "person", "known-browser"]));
    const guests = await app.request("/api/trpc/accounts.me?batch=1", { headers: wish });
    expect(guests.status).toBe(401);
    const { headers } = await signedIn(app);
    const me = await app.request("/api/trpc/accounts.me?batch=1", {
      headers: { ...headers, ...wish },
    });
    expect([me.status, Array.isArray(await me.json())]).toEqual([200, true]);
  },
);

test("a refusal among other calls of a request is logged with its network", async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps);
  const { status } = await app.request("/api/trpc/accounts.login,accounts.login?batch=1", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ 0: { email, password: "Wrong!2026test" }, 1: {} }),
  });
  expect(status).toBe(207);
  const line = app.lines.find(({ event }) => event === "request");
  expect([line?.["status"], line?.["address"]]).toEqual([207, "unknown"]);
});

test("what cannot be noted of a reached limit is heard, though other calls of its batch go on", async () => {
  const app = await testApp({ adjust: withLimits({ completedLoginsByAccount: 1 }) });
  const { email } = await addMember(app.deps);
  const login = (...emails: string[]) =>
    app.request(`/api/trpc/${emails.map(() => "accounts.login").join(",")}?batch=1`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        Object.fromEntries(
          emails.map((whose, index) => [index, { email: whose, password: PASSWORD }] as const),
        ),
      ),
    });
  expect((await login(email)).status).toBe(200);
  let writes = 0;
  // The stranger's attempt is counted first, and slowly; nobody waits for the note meanwhile.
  const write = async () => {
    writes += 1;
    if (writes === 1) await Bun.sleep(100);
    throw new Error("The disk is full.");
  };
  Object.assign(app.deps.store, { write });
  expect((await login(email, "stranger@example.test")).status).toBe(500);
  expect(writes).toBe(2);
});
