import { test } from "bun:test";
import * as fc from "fast-check";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "#shared/constants/accounts.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { testApp, withLimits } from "#tests/support/app.ts";
import { checkModel, type Modelled } from "./model.ts";

/** So long a session counts as just proven. */
const CONFIRMED_MS = 10 * MINUTE_MS;

const BROWSERS = [0, 1, 2] as const;
type Browser = (typeof BROWSERS)[number];
type Op =
  | { act: "login" | "use" | "logout" | "end-others" | "change-password"; browser: Browser }
  | { act: "wait"; hours: number };
/** By browser: when its session began and when it ends unless it is used; null for none. */
type State = { nowMs: number; sessions: readonly (Live | null)[] };
type Live = { beganMs: number; endsMs: number };

const place = (state: State, browser: Browser, live: Live | null): State => ({
  ...state,
  sessions: state.sessions.with(browser, live),
});

const begun = (nowMs: number): Live => ({ beganMs: nowMs, endsMs: nowMs + SESSION_IDLE_MS });

/** Past half its life a use prolongs it, at most to 30 days after its beginning. */
const used = (live: Live, nowMs: number): Live => {
  const isDue = live.endsMs - nowMs < SESSION_IDLE_MS / 2;
  const until = Math.min(nowMs + SESSION_IDLE_MS, live.beganMs + SESSION_MAX_MS);
  return isDue ? { ...live, endsMs: Math.max(live.endsMs, until) } : live;
};

const apply = (state: State, op: Op): readonly [State, number] => {
  const { nowMs, sessions } = state;
  if (op.act === "wait") return [{ ...state, nowMs: nowMs + op.hours * HOUR_MS }, 0];
  const { act, browser } = op;
  if (act === "login") return [place(state, browser, begun(nowMs)), 200];
  const found = sessions[browser] ?? null;
  if (found === null || found.endsMs <= nowMs) return [state, 401];
  const live = used(found, nowMs);
  // No other act proves who it is: those that do begin a session.
  if (act === "end-others" && nowMs - found.beganMs > CONFIRMED_MS)
    return [place(state, browser, live), 403];
  if (act === "use") return [place(state, browser, live), 200];
  if (act === "logout") return [place(state, browser, null), 200];
  const alone: State = { ...state, sessions: sessions.map(() => null) };
  return [place(alone, browser, act === "end-others" ? live : begun(nowMs)), 200];
};

const startSite = async () => {
  const app = await testApp({
    adjust: withLimits({ loginsByAccountAndAddress: 1000, loginsByAddress: 1000 }),
  });
  const { email } = await addMember(app.deps);
  const tokens: (string | null)[] = [null, null, null];
  const call = async (browser: Browser, name: string, input?: unknown, isQuery = false) => {
    const token = tokens[browser];
    const answer = await app.request(`/api/trpc/${name}`, {
      method: isQuery ? "GET" : "POST",
      headers: {
        "content-type": "application/json",
        ...(token !== null && token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(input !== undefined && { body: JSON.stringify(input) }),
    });
    const fresh = answer.headers.get("x-auth-token");
    if (fresh !== null) tokens[browser] = fresh;
    return answer;
  };
  const perform = async (op: Op): Promise<number> => {
    if (op.act === "wait") {
      app.clock.advance(op.hours * HOUR_MS);
      return 0;
    }
    const { act, browser } = op;
    if (act === "use") return (await call(browser, "accounts.me", undefined, true)).status;
    if (act === "logout") {
      const { status } = await call(browser, "accounts.logout");
      tokens[browser] = null;
      return status;
    }
    if (act === "end-others") return (await call(browser, "accounts.endOtherSessions")).status;
    if (act === "change-password") {
      const same = {
        currentPassword: PASSWORD,
        newPassword: PASSWORD,
        confirmNewPassword: PASSWORD,
      };
      return (await call(browser, "accounts.update", same)).status;
    }
    const answer = await call(browser, "accounts.login", { email, password: PASSWORD });
    const { result } = (await answer.json()) as { result?: { data: { token: string } } };
    tokens[browser] = result?.data.token ?? null;
    return answer.status;
  };
  /** Which browsers are signed in, asked without using their sessions. */
  const observe = () =>
    Promise.all(
      tokens.map(async (token) => {
        if (token === null) return false;
        const headers = { authorization: `Bearer ${token}`, "x-background": "1" };
        return (await app.request("/api/Auth/me", { headers })).status === 200;
      }),
    );
  return { perform, observe };
};

const sessions: Modelled<State, Op, number> = {
  initial: { nowMs: 0, sessions: [null, null, null] },
  apply,
  view: ({ nowMs, sessions: all }) => all.map((live) => live !== null && live.endsMs > nowMs),
  start: startSite,
};

const browser = fc.constantFrom(...BROWSERS);
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom("use", "login", "logout", "end-others", "change-password"),
      browser,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("use" as const), browser }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      hours: fc.constantFrom(1, 5, 11, 13, 23, 25, 100),
    }),
  },
);

test("a session lives as its model says: used or not, ended here, elsewhere or by a password", () =>
  checkModel(sessions, op, { together: 1 }));
