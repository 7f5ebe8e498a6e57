import type { Deps } from "#server/deps.ts";
import { addUser } from "./accounts.ts";

/**
 * Puts a verified member into the store and signs a browser in, without the sign-in routes.
 * @param given columns of the user, such as `{ role: "Admin" }`, or the id of one that is there.
 */
export const signedIn = async (
  { deps: { store, clock, auth } }: { deps: Pick<Deps, "store" | "clock" | "auth"> },
  given: Parameters<typeof addUser>[2] | string = {},
) => {
  const userId = typeof given === "string" ? given : await addUser(store, clock, given);
  const session = await store.write((tx) =>
    auth.sessions.start(tx, { userId, browser: "Firefox on Linux", address: "203.0.113.0/24" }),
  );
  const token = await auth.tokens.issue(session);
  return { userId, session, token, headers: { authorization: `Bearer ${token}` } };
};
