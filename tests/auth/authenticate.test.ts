import { describe, expect, test } from "bun:test";
import { authenticate, createAuth } from "#server/auth/auth.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { movableClock } from "#tests/support/clock.ts";
import { openForTest, testDatabase } from "#tests/support/store.ts";

const setUp = async () => {
  const database = await testDatabase();
  const store = await openForTest(database);
  const clock = movableClock();
  const auth = await createAuth({ config: { sessionSecret: null }, store, clock });
  const userId = await addUser(store, clock);
  const from = { userId, browser: "", address: "unknown" };
  const session = await store.write((tx) => auth.sessions.start(tx, from));
  const token = await auth.tokens.issue(session);
  return { database, store, clock, auth, userId, session, token };
};

describe("authenticate", () => {
  test("[SESS-03] a token lets in whom it names, until the session ends", async () => {
    const { store, auth, userId, session, token } = await setUp();
    const signedIn = await authenticate(auth, token, "person");
    const { secret: _, ...named } = session;
    expect(signedIn).toMatchObject({ session: named, user: { id: userId }, freshToken: null });
    await store.write((tx) => auth.sessions.end(tx, session.id));
    expect(await authenticate(auth, token, "person")).toBeNull();
  });

  test("[SESS-05] past half its life a person gets a fresh token for the same session, again if the first was lost", async () => {
    const { clock, auth, session, token } = await setUp();
    clock.advance(13 * HOUR_MS);
    expect(await authenticate(auth, token, "background")).toMatchObject({ freshToken: null });
    for (let times = 0; times < 2; times += 1) {
      const freshToken = (await authenticate(auth, token, "person"))?.freshToken ?? "";
      const claims = await auth.tokens.verify(freshToken);
      expect(claims?.sid).toBe(session.secret);
      expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(24 * 3600);
      expect(await authenticate(auth, freshToken, "person")).toMatchObject({ freshToken: null });
    }
    expect(await authenticate(auth, token, "background")).toMatchObject({ freshToken: null });
  });

  test("[SESS-04] whoever was away for 24 hours is signed out", async () => {
    const { clock, auth, token } = await setUp();
    clock.advance(24 * HOUR_MS);
    expect(await authenticate(auth, token, "person")).toBeNull();
  });

  test("a token that names another user than its session's is refused", async () => {
    const { auth, session } = await setUp();
    const token = await auth.tokens.issue({ ...session, userId: "someone else" });
    expect(await authenticate(auth, token, "person")).toBeNull();
  });

  test("all instances agree on the key that is made once; a configured secret makes another", async () => {
    const { database, clock, auth, session, token } = await setUp();
    const store = await openForTest(database);
    const other = await createAuth({ config: { sessionSecret: null }, store, clock });
    expect(await authenticate(other, token, "person")).not.toBeNull();
    expect(other.keyFor("a")).toBe(auth.keyFor("a"));
    expect(other.keyFor("b")).not.toBe(auth.keyFor("a"));
    const sessionSecret = "a secret of the owner's own, long enough";
    const configured = await createAuth({ config: { sessionSecret }, store, clock });
    expect(await authenticate(configured, token, "person")).toBeNull();
    const again = await configured.tokens.issue(session);
    expect(await authenticate(configured, again, "person")).not.toBeNull();
  });
});
