import type { Deps } from "#server/deps.ts";
import { addUser } from "./accounts.ts";

/** In place of the hash of a password that nobody knows. */
export const UNKNOWN_PASSWORD = "unknown";

/**
 * Puts a verified member into the store and signs a browser in, without the sign-in routes.
 * @param given columns of the user, such as `{ role: "Admin" }`, or the id of one that is there.
 */
export const signedIn = async (
  { deps: { store, clock, auth } }: { deps: Pick<Deps, "store" | "clock" | "auth"> },
  given: Parameters<typeof addUser>[2] | string = {},
) => {
  // They have a password, which nobody knows here: so they count as people who can log in.
  const user = typeof given === "string" ? given : { passwordHash: UNKNOWN_PASSWORD, ...given };
  const userId = typeof user === "string" ? user : await addUser(store, clock, user);
  const session = await store.write((tx) =>
    auth.sessions.start(tx, {
      userId,
      browser: "Firefox on Linux",
      address: "203.0.113.0/24",
      hasSecondFactor: true,
    }),
  );
  const token = await auth.tokens.issue(session);
  return { userId, session, token, headers: { authorization: `Bearer ${token}` } };
};
