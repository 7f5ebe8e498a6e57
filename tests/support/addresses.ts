import { eq } from "drizzle-orm";
import { addMember, PASSWORD } from "./accounts.ts";
import { type TestApp, testApp } from "./app.ts";
import { httpClient } from "./http-client.ts";
import { call, mailedSecret } from "./registration.ts";

export const OLD_ADDRESS = "Ada@Old.example";
export const NEW_ADDRESS = "Ada.Lynx@New.example";

/** Somebody who is signed in, and may change their address. */
export const addressOwner = async (
  options: Parameters<typeof testApp>[0] = {},
  given: Parameters<typeof addMember>[1] = {},
) => {
  const app = await testApp(options);
  const { id } = await addMember(app.deps, { email: OLD_ADDRESS, ...given });
  const home = httpClient(app);
  await home.login(OLD_ADDRESS, PASSWORD);
  return { app, id, home, ...addressActs(app), ask: askFrom(home) };
};

const askFrom =
  (home: ReturnType<typeof httpClient>) =>
  (newEmail = NEW_ADDRESS) =>
    call(home, "accounts.changeAddress", { newEmail });

/** What is done with the links of the mails, in whichever browser, and what became of an account. */
const addressActs = (app: TestApp) => ({
  confirm: async (who = httpClient(app)) =>
    call(who, "accounts.confirmAddress", { code: await mailedSecret(app, "confirm-address") }),
  revertCode: () => mailedSecret(app, "address-changed"),
  revert: (code: string, who = httpClient(app)) => call(who, "accounts.revertAddress", { code }),
  userOf: async (userId: string) => {
    const { users } = app.deps.store.tables;
    const [user] = await app.deps.store.read.select().from(users).where(eq(users.id, userId));
    if (user === undefined) throw new Error("There is no such user.");
    return user;
  },
});
