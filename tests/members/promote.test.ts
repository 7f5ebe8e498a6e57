import { describe, expect, test } from "bun:test";
import { AppError } from "#server/core/errors.ts";
import { promoteMember } from "#server/modules/administration/index.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { ADMIN_COMMAND } from "#shared/people-messages.ts";
import { addMember, addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { queuedMails } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const until = (day: string) => new Date(`${day}T00:00:00.000Z`);

describe("promoting", () => {
  test("makes a member an Admin with their next request, and is written down once", async () => {
    const app = await testApp();
    const { store } = app.deps;
    const { id, email } = await addMember(app.deps, { email: "Ada@Example.test" });
    const { headers } = await signedIn(app, id);
    const role = async () => {
      const response = await app.request("/api/trpc/accounts.me", { headers });
      return ((await response.json()) as { result: { data: { role: string } } }).result.data.role;
    };
    expect(await role()).toBe("User");
    const ask = () => promoteMember(asSite(app.deps), { email: " aDA@example.TEST " });
    expect(await ask()).toEqual({ email, isNew: true });
    expect(await role()).toBe("Admin");
    expect(await ask()).toEqual({ email, isNew: false });
    expect(await store.read.select().from(store.tables.audit)).toMatchObject([
      {
        actorId: null,
        action: "account.promoted",
        subject: id,
        before: { role: "User" },
        after: { role: "Admin" },
      },
    ]);
    expect(await queuedMails(app)).toMatchObject([
      {
        template: "security",
        to: { address: email },
        data: { event: "roleChanged", detail: "Admin", place: { by: "site" } },
      },
    ]);
  });

  test("an unknown address and an erased account are told", async () => {
    const app = await testApp();
    await addUser(app.deps.store, app.clock, { email: null, emailKey: null });
    for (const email of ["nobody@example.test", ""]) {
      const error = await rejectionOf(promoteMember(asSite(app.deps), { email }));
      expect(error).toBeInstanceOf(AppError);
      expect(error.message).toBe(`There is no account with the address ${email}.`);
    }
  });
});

test("an account whose address is not confirmed is not promoted", async () => {
  const app = await testApp();
  const { email } = await addMember(app.deps, { verifiedAt: null });
  const error = await rejectionOf(promoteMember(asSite(app.deps), { email }));
  expect(error.message).toBe(ADMIN_COMMAND.notConfirmed(email));
});

test("a deactivated account is not promoted", async () => {
  const app = await testApp();
  const { store } = app.deps;
  const email = "gone@example.test";
  const deactivated = { deactivatedAt: app.clock.now(), deactivatedBy: "owner" } as const;
  await addUser(store, app.clock, { email, emailKey: email, ...deactivated });
  const error = await rejectionOf(promoteMember(asSite(app.deps), { email }));
  expect(error.message).toBe(`The account with the address ${email} is deactivated.`);
  const [user] = await store.read.select().from(store.tables.users);
  expect(user?.role).toBe("User");
});

describe("granting a tier", () => {
  test("each tier keeps its own end; a new end takes the place of the old", async () => {
    const { deps, clock } = await testApp();
    const { store } = deps;
    const userId = await addUser(store, clock);
    await grantTier(asSite(deps), { userId, tier: "Gold", until: until("2026-04-01") });
    await grantTier(asSite(deps), { userId, tier: "Diamond", until: until("2026-05-01") });
    await grantTier(asSite(deps), { userId, tier: "Gold", until: until("2026-06-01") });
    const rows = await store.read.select().from(store.tables.memberships);
    expect(rows.toSorted((a, b) => a.tier.localeCompare(b.tier))).toEqual([
      { userId, tier: "Diamond", endsAt: until("2026-05-01"), givenUntil: until("2026-05-01") },
      { userId, tier: "Gold", endsAt: until("2026-06-01"), givenUntil: until("2026-06-01") },
    ]);
    const error = await rejectionOf(
      grantTier(asSite(deps), { userId: "nobody", tier: "Gold", until: until("2026-04-01") }),
    );
    expect(error.message).toBe("There is no such member.");
  });
});
