import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { ADMIN_COMMANDS } from "#server/commands/commands.ts";
import { createLog } from "#server/core/log.ts";
import { one } from "#server/store/store.ts";
import { LOGIN_FIELDS, PASSWORD_RESET } from "#shared/account-messages.ts";
import { ADMIN_COMMAND, PEOPLE } from "#shared/people-messages.ts";
import { addMember } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { addApp } from "#tests/support/factors.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { auditActions, call, NEW_PASSWORD } from "#tests/support/registration.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const LINK = /http:\/\/den\.example\/reset-password\?token=([\w-]{43})/;

test("[ADMIN-20] the owner makes, confirms, promotes and lists Admins, and makes links for their passwords", async () => {
  const database = await testDatabase();
  const store = await openForTest(database);
  const app = await testApp({ overrides: { store, clock: database.clock } });
  const { config } = app.deps;
  const log = createLog(() => {}, "error");
  const where = { ...database, log };
  const admin = async (command: string, email = "") => {
    const found = ADMIN_COMMANDS[`admin ${command}`];
    if (found === undefined) throw new Error(`There is no command admin ${command}.`);
    return await found.run({ config, log, where }, email);
  };
  const refusal = async (command: string, email: string) =>
    (await rejectionOf(admin(command, email))).message;
  const who = httpClient(app);
  const setPassword = (printed: string | null) =>
    call(who, "accounts.resetPassword", {
      token: LINK.exec(printed ?? "")?.[1] ?? "",
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });

  expect(await admin("list")).toBe(ADMIN_COMMAND.none);
  const made = await admin("create", " Root@example.test ");
  expect(made).toContain(ADMIN_COMMAND.created("Root@example.test"));
  expect(await setPassword(made)).toEqual({ status: 200, reply: PASSWORD_RESET.done });
  expect((await who.login("root@example.test", NEW_PASSWORD)).status).toBe(200);
  expect((await setPassword(made)).status).toBe(400);
  expect(made).not.toContain(ADMIN_COMMAND.noPublicUrl);
  const elsewhere = await ADMIN_COMMANDS["admin create"]?.run(
    { config: { ...config, isPublicUrlSet: false }, log, where },
    "root@example.test",
  );
  expect(elsewhere).toEndWith(ADMIN_COMMAND.noPublicUrl);
  // Once more it makes nothing but another link.
  const again = await admin("create", "root@example.test");
  expect(again).toContain(ADMIN_COMMAND.isThere("Root@example.test"));
  expect(again).toMatch(LINK);

  const added = { store, clock: database.clock };
  const { email } = await addMember(added, { email: "Ada@example.test" });
  await addMember(added, { email: "new@example.test", verifiedAt: null });
  expect(await refusal("create", email)).toBe(ADMIN_COMMAND.isMember(email, true));
  expect(await refusal("create", "new@example.test")).toBe(
    ADMIN_COMMAND.isMember("new@example.test", false),
  );
  expect(await refusal("create", "nonsense")).toBe(LOGIN_FIELDS.emailMalformed);
  for (const command of ["promote", "reset-link"])
    expect(await refusal(command, "new@example.test")).toBe(
      ADMIN_COMMAND.notConfirmed("new@example.test"),
    );
  expect(await admin("verify", "new@example.test")).toBe(
    ADMIN_COMMAND.confirmed("new@example.test"),
  );
  expect(await admin("verify", "NEW@example.test")).toBe(
    ADMIN_COMMAND.isConfirmed("new@example.test"),
  );
  expect(await admin("promote", "ada@EXAMPLE.test")).toBe(ADMIN_COMMAND.created(email));
  expect(await admin("promote", "ada@example.test")).toBe(ADMIN_COMMAND.isThere(email));
  const link = await admin("reset-link", "ada@example.test");
  expect(link).toContain(ADMIN_COMMAND.newPassword(email));
  expect(await setPassword(link)).toEqual({ status: 200, reply: PASSWORD_RESET.done });

  // Whoever has lost the phone.
  expect(await refusal("reset-second-factor", email)).toBe(PEOPLE.noFactor);
  const { id } = one(
    await store.read.select().from(store.tables.users).where(eq(store.tables.users.email, email)),
  );
  await addApp({ ...added, auth: app.deps.auth }, id);
  expect((await who.login(email, NEW_PASSWORD)).status).toBe(401);
  expect(await admin("reset-second-factor", "ada@example.test")).toBe(
    ADMIN_COMMAND.factorReset(email),
  );
  expect((await who.login(email, NEW_PASSWORD)).status).toBe(200);

  const gone = { deactivatedAt: database.clock.now(), deactivatedBy: "admin" } as const;
  await addMember(added, { email: "gone@example.test", role: "Admin", ...gone });
  for (const command of ["create", "verify", "promote", "reset-link", "reset-second-factor"])
    expect(await refusal(command, "gone@example.test")).toBe(
      ADMIN_COMMAND.deactivated("gone@example.test"),
    );
  for (const command of ["verify", "promote", "reset-link", "reset-second-factor"])
    expect(await refusal(command, "nobody@example.test")).toBe(
      ADMIN_COMMAND.unknown("nobody@example.test"),
    );
  const listed = await admin("list");
  expect(listed?.split("\n").toSorted()).toEqual([
    "Ada@example.test   Ada Lynx (active)",
    "Root@example.test  Admin (active)",
    "gone@example.test  Ada Lynx (deactivated)",
  ]);
  const acts = await auditActions(app);
  expect(acts.filter((action) => action.startsWith("account."))).toEqual([
    "account.created",
    "account.promoted",
    "account.password_reset",
    "account.password_link_made",
    "account.password_link_made",
    "account.verified",
    "account.promoted",
    "account.password_link_made",
    "account.password_reset",
  ]);
});
