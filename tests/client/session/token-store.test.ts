import { describe, expect, test } from "bun:test";
import { createTokenStore, type TokenChange, TOKEN_KEY } from "#client/lib/session/token-store.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { memoryStorage, tokenOf } from "./tokens.ts";

const OLD = tokenOf({ iat: 1000 });
const FRESH = tokenOf({ iat: 1500, exp: 2500 });

const storeWith = (token: string | null, graceMs = 0) => {
  const storage = memoryStorage(token === null ? {} : { [TOKEN_KEY]: token });
  const tokens = createTokenStore(storage, graceMs);
  const changes: TokenChange[] = [];
  tokens.subscribe((change) => void changes.push(change));
  return { tokens, storage, changes };
};

test("[SESS-10] the token lies under authToken", () => {
  const { tokens, storage, changes } = storeWith(null);
  tokens.put(OLD);
  expect(storage.getItem("authToken")).toBe(OLD);
  tokens.put(null);
  expect(storage.getItem("authToken")).toBeNull();
  expect(changes).toEqual([
    { before: null, after: OLD, cause: "here" },
    { before: OLD, after: null, cause: "here" },
  ]);
});

test("what changes nothing is not told", () => {
  const { tokens, changes } = storeWith(OLD);
  tokens.put(OLD);
  tokens.refuse(FRESH);
  expect(changes).toEqual([]);
});

describe("a fresh token", () => {
  test("takes the place of the one that was sent", () => {
    const { tokens } = storeWith(OLD);
    tokens.offer(FRESH, OLD);
    expect(tokens.read()).toBe(FRESH);
  });

  test("does not take the place of a later one", () => {
    const { tokens } = storeWith(OLD);
    const last = tokenOf({ iat: 1600 });
    tokens.offer(last, OLD);
    tokens.offer(FRESH, OLD);
    expect(tokens.read()).toBe(last);
  });

  test("is dropped when the browser was signed out meanwhile", () => {
    const { tokens, changes } = storeWith(OLD);
    tokens.put(null);
    tokens.offer(FRESH, OLD);
    expect(tokens.read()).toBeNull();
    expect(changes).toHaveLength(1);
  });

  test("is dropped when somebody else has signed in meanwhile, however old their token", () => {
    const { tokens } = storeWith(OLD);
    const other = tokenOf({ sub: "user-2", sid: "session-2", iat: 900 });
    tokens.put(other);
    tokens.offer(FRESH, OLD);
    expect(tokens.read()).toBe(other);
  });

  test("of a new session is taken where the old one asked for it: a password change", () => {
    const { tokens } = storeWith(OLD);
    const next = tokenOf({ sid: "session-2", iat: 1500 });
    tokens.offer(FRESH, OLD);
    tokens.offer(next, OLD);
    expect(tokens.read()).toBe(next);
    tokens.offer(tokenOf({ iat: 1700 }), FRESH);
    expect(tokens.read()).toBe(next);
  });

  test("that is none is dropped", () => {
    const { tokens } = storeWith(OLD);
    tokens.offer("nonsense", OLD);
    expect(tokens.read()).toBe(OLD);
  });
});

describe("a refused token", () => {
  test("is dropped, but not another that stands in its place", () => {
    const { tokens, changes } = storeWith(OLD);
    tokens.refuse(FRESH);
    expect(tokens.read()).toBe(OLD);
    tokens.refuse(OLD);
    expect(changes).toEqual([{ before: OLD, after: null, cause: "refused" }]);
  });

  test("is settled at once where another is there by now", async () => {
    const { tokens } = storeWith(FRESH, 60_000);
    expect(await tokens.settled(OLD)).toBe(FRESH);
  });

  test("is settled as soon as another comes, before its grace is over", async () => {
    const { tokens } = storeWith(OLD, 60_000);
    const settled = tokens.settled(OLD);
    tokens.put(FRESH);
    expect(await settled).toBe(FRESH);
  });

  test("is not settled with itself while an answer is on its way that may bring another", async () => {
    let sharers: Promise<unknown> = Promise.resolve();
    const request = async (_: string, { mode }: LockOptions, work: () => Promise<unknown>) => {
      if (mode === "exclusive") await sharers;
      else sharers = work();
      return mode === "exclusive" ? work() : sharers;
    };
    Object.assign(navigator, { locks: { request } });
    afterThisTest(() => Reflect.deleteProperty(navigator, "locks"));
    const { tokens } = storeWith(OLD);
    const answer = Promise.withResolvers<void>();
    const renewed = tokens.renewing(async () => {
      await answer.promise;
      tokens.offer(FRESH, OLD);
    });
    const settled = tokens.settled(OLD);
    // As late as its grace would be over.
    setTimeout(answer.resolve);
    expect(await settled).toBe(FRESH);
    await renewed;
  });

  test("is settled with itself when none comes", async () => {
    const { tokens } = storeWith(OLD, 1);
    expect(await tokens.settled(OLD)).toBe(OLD);
  });
});
