import { describe, expect, jest, spyOn, test } from "bun:test";
import { MutationObserver } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { codeOf } from "#client/lib/api-error.ts";
import { noteTouch } from "#client/lib/session/cause.ts";
import { hasRoles, requireSession, type SessionEvent } from "#client/lib/session/session.ts";
import { readClaims, type TokenStore } from "#client/lib/session/token-store.ts";
import { dropNotice, leaveNotice, onToast, toast, useNotice } from "#client/lib/toast.ts";
import { DAY_MS, HOUR_MS } from "#shared/constants/time.ts";
import { MESSAGES, SIGN_IN } from "#shared/messages.ts";
import type { TestApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";
import { openBrowser } from "./browser.ts";
import { tokenOf } from "./tokens.ts";

const Notice = () => useNotice();
/** What the login screen would say now. */
const noticeLeft = () => renderToString(<Notice />);

const openWithEvents = async (...options: Parameters<typeof openBrowser>) => {
  afterThisTest(dropNotice);
  const browser = await openBrowser(...options);
  const events: SessionEvent[] = [];
  browser.session.subscribe((event) => void events.push(event));
  return { ...browser, events };
};

describe("[SESS-11] the session", () => {
  test("is asked of the server once", async () => {
    const { session, member, sent } = await openWithEvents();
    expect((await session.current())?.id).toBe(member.userId);
    expect((await session.current())?.id).toBe(member.userId);
    expect(sent).toHaveLength(1);
  });

  test("of a guest is nobody's, and nobody is asked", async () => {
    const { session, sent } = await openWithEvents({ isMember: false });
    expect(await session.current()).toBeNull();
    expect(sent).toEqual([]);
  });

  test("that the server does not know is nobody's, and the person is told", async () => {
    const { session, tokens, events, endSession } = await openWithEvents();
    await endSession();
    expect(await session.current()).toBeNull();
    expect(tokens.read()).toBeNull();
    expect(events).toEqual(["out"]);
    expect(noticeLeft()).toBe(SIGN_IN.endedElsewhere);
  });

  test("stays when the server cannot be asked: the screen says so", async () => {
    const { session, tokens, network, member } = await openWithEvents();
    network.isDown = true;
    expect(await rejectionOf(session.current())).toBeInstanceOf(Error);
    expect(tokens.read()).toBe(member.token);
  });
});

describe("signing in", () => {
  test("stores the token, reads who it is, and takes back an old notice", async () => {
    const { session, tokens, events, member } = await openWithEvents({ isMember: false });
    leaveNotice(SIGN_IN.inactive);
    expect((await session.beginSignIn()(member.token)).id).toBe(member.userId);
    expect(tokens.read()).toBe(member.token);
    expect(events).toEqual(["in"]);
    expect(noticeLeft()).toBe("");
  });

  test("with a token that is worth nothing fails with a sentence, and leaves none", async () => {
    const { session, tokens } = await openWithEvents({ isMember: false });
    const error = await rejectionOf(session.beginSignIn()(tokenOf()));
    expect(error).toEqual(new Error(SIGN_IN.userInfoFailed));
    expect(tokens.read()).toBeNull();
  });

  test("as another person forgets everything about the one before", async () => {
    const { session, tokens, queryClient } = await openWithEvents();
    await session.current();
    queryClient.setQueryData([["servers", "summary"]], { online: 1 });
    tokens.put(tokenOf({ sub: "somebody-else", exp: Date.now() / 1000 + 60 }));
    const known = queryClient.getQueryCache().getAll();
    expect(
      known.filter(({ state }) => state.data !== undefined).map((one) => one.queryKey),
    ).toEqual([[["servers", "summary"]]]);
  });
});

/** Has the next person sign in while the first of two choices of the one before is under way. */
const chooseTwice = async (signInNext: (tokens: TokenStore, next: string) => void) => {
  const { app, client, tokens, queryClient, network, sent } = await openWithEvents();
  const next = await signedIn(app);
  const told: string[] = [];
  const choices = new MutationObserver(queryClient, {
    scope: { id: "choices" },
    mutationFn: (allowMarketingEmails: boolean) =>
      client.members.setMarketingConsent.mutate({ allowMarketingEmails }),
    onError: () => void told.push("taken back"),
    onSettled: () => void told.push("asked again"),
  });
  network.beforeAnswer = () => {
    network.beforeAnswer = () => {};
    signInNext(tokens, next.token);
  };
  const first = rejectionOf(choices.mutate(true));
  choices.mutate(false).catch(() => {});
  expect(codeOf(await first)).toBe("unauthorized");
  expect((await client.accounts.me.query()).id).toBe(next.userId);
  const changes = sent.filter(({ path }) => path.includes("setMarketingConsent"));
  return { told, changes: changes.length };
};

describe("what the one before has begun", () => {
  test("and waits is never sent, nor is anything taken back in what the next one is shown", async () => {
    expect(await chooseTwice((tokens, next) => tokens.put(next))).toEqual({ told: [], changes: 1 });
  });

  test("ends also where nobody was signed in between", async () => {
    const outcome = await chooseTwice((tokens, next) => {
      tokens.put(null);
      tokens.put(next);
    });
    expect(outcome).toEqual({ told: [], changes: 1 });
  });

  test("ends also where a guest has begun it", async () => {
    const { app, client, tokens, queryClient, network, sent } = await openWithEvents({
      isMember: false,
    });
    const next = await signedIn(app);
    const told: string[] = [];
    const wish = new MutationObserver(queryClient, {
      mutationFn: () => client.accounts.requestPasswordReset.mutate({ email: "ada@example.test" }),
      onSettled: () => void told.push("settled"),
    });
    network.beforeAnswer = () => tokens.put(next.token);
    await wish.mutate();
    expect([sent.length, told]).toEqual([1, []]);
  });

  test("ends also where this tab has not heard of the next one yet", async () => {
    const { app, client, putElsewhere, queryClient, sent } = await openWithEvents();
    const next = await signedIn(app);
    const told: string[] = [];
    const choice = new MutationObserver(queryClient, {
      mutationFn: () => client.members.setMarketingConsent.mutate({ allowMarketingEmails: true }),
      onError: () => void told.push("taken back"),
      onSettled: () => void told.push("asked again"),
    });
    putElsewhere(next.token);
    await rejectionOf(choice.mutate());
    expect([sent, told]).toEqual([[], []]);
  });

  test("goes on where the same person signs in again", async () => {
    const { app, client, member, tokens, queryClient, network } = await openWithEvents();
    const again = await signedIn(app, member.userId);
    const told: string[] = [];
    const choice = new MutationObserver(queryClient, {
      mutationFn: () => client.members.setMarketingConsent.mutate({ allowMarketingEmails: true }),
      onSuccess: () => void told.push("done"),
    });
    network.beforeAnswer = () => tokens.put(again.token);
    await choice.mutate();
    expect(told).toEqual(["done"]);
  });
});

test("what was told to the one before is taken away", async () => {
  const shown: (string | null)[] = [];
  afterThisTest(onToast((request) => void shown.push(request?.message ?? null)));
  const { app, tokens } = await openWithEvents();
  const next = await signedIn(app);
  toast("success", "The ticket is closed.");
  tokens.put(next.token);
  toast("success", "Welcome.");
  tokens.put(null);
  expect(shown).toEqual(["The ticket is closed.", null, "Welcome.", null]);
});

/** Whether the site takes the bearer of a session. */
const works = async (app: TestApp, { headers }: { headers: Record<string, string> }) =>
  (await app.request("/api/Auth/me", { headers })).status === 200;

describe("signing in over somebody", () => {
  test("ends their session, and no other", async () => {
    const { session, app, member } = await openWithEvents();
    const [next, elsewhere] = [await signedIn(app), await signedIn(app, member.userId)];
    expect((await session.beginSignIn()(next.token)).id).toBe(next.userId);
    await until(async () => !(await works(app, member)));
    expect([await works(app, next), await works(app, elsewhere)]).toEqual([true, true]);
  });

  test("ends the former session of the same person", async () => {
    const { session, app, member } = await openWithEvents();
    const again = await signedIn(app, member.userId);
    await session.beginSignIn()(again.token);
    await until(async () => !(await works(app, member)));
    expect(await works(app, again)).toBe(true);
  });

  test("succeeds where their session cannot be ended", async () => {
    const { session, app, tokens, network } = await openWithEvents();
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    afterThisTest(() => warn.mockRestore());
    const next = await signedIn(app);
    network.fails = /logout/;
    expect((await session.beginSignIn()(next.token)).id).toBe(next.userId);
    await until(() => warn.mock.calls.length > 0);
    expect(tokens.read()).toBe(next.token);
  });
});

describe("a login that is answered late", () => {
  test("is nobody's where somebody else has signed in meanwhile: they stay, and its session ends", async () => {
    const { session, app, tokens, member } = await openWithEvents({ isMember: false });
    const next = await signedIn(app);
    const signIn = session.beginSignIn();
    tokens.put(next.token);
    expect(await rejectionOf(signIn(member.token))).toEqual(new Error(SIGN_IN.endedElsewhere));
    expect(tokens.read()).toBe(next.token);
    await until(async () => !(await works(app, member)));
    expect(await works(app, next)).toBe(true);
  });

  test("likewise where this tab has not heard of them yet", async () => {
    const { session, app, tokens, member, putElsewhere } = await openWithEvents();
    const [next, late] = [await signedIn(app), await signedIn(app)];
    const signIn = session.beginSignIn();
    putElsewhere(next.token);
    await rejectionOf(signIn(late.token));
    expect(tokens.read()).toBe(next.token);
    await until(async () => !(await works(app, late)));
    expect([await works(app, next), await works(app, member)]).toEqual([true, true]);
  });

  test("likewise where they have signed out again", async () => {
    const { session, app, tokens, member } = await openWithEvents({ isMember: false });
    const signIn = session.beginSignIn();
    tokens.put((await signedIn(app)).token);
    tokens.put(null);
    await rejectionOf(signIn(member.token));
    expect(tokens.read()).toBeNull();
    await until(async () => !(await works(app, member)));
  });

  test("takes the place of whoever was here before, and of the same person", async () => {
    const { session, app, tokens, member } = await openWithEvents();
    const [next, again] = [await signedIn(app), await signedIn(app, member.userId)];
    const signIn = session.beginSignIn();
    expect((await signIn(next.token)).id).toBe(next.userId);
    const signInAgain = session.beginSignIn();
    tokens.put(member.token);
    expect((await signInAgain(again.token)).id).toBe(member.userId);
    expect(tokens.read()).toBe(again.token);
  });
});

describe("signing out", () => {
  test("goes on without a server that is slow, where the session ends all the same", async () => {
    const { session, app, tokens, network, member } = await openWithEvents();
    const road = Promise.withResolvers<void>();
    network.way = road.promise;
    jest.useFakeTimers();
    afterThisTest(() => jest.useRealTimers());
    const leaving = session.signOut();
    jest.runAllTimers();
    await leaving;
    jest.useRealTimers();
    expect(tokens.read()).toBeNull();
    road.resolve();
    await until(async () => !(await works(app, member)));
  });

  test("ends the session on the server and here, without a way back and without a notice", async () => {
    const { session, app, tokens, member, events } = await openWithEvents();
    const wasLeaving: boolean[] = [];
    session.subscribe(() => void wasLeaving.push(session.isLeaving()));
    await session.signOut();
    expect(tokens.read()).toBeNull();
    expect((await app.request("/api/Auth/me", { headers: member.headers })).status).toBe(401);
    expect(events).toEqual(["out"]);
    expect(wasLeaving).toEqual([true]);
    expect(session.isLeaving()).toBe(false);
    expect(noticeLeft()).toBe("");
  });

  test("waits until everybody has followed, and forgets the person's data only then", async () => {
    const { session, queryClient } = await openWithEvents();
    await session.current();
    const { promise, resolve } = Promise.withResolvers<void>();
    session.subscribe(() => promise);
    const count = () => queryClient.getQueryCache().getAll().length;
    const out = session.signOut();
    expect(count()).toBe(1);
    resolve();
    await out;
    expect(count()).toBe(0);
  });

  test("never rejects, whatever the server says", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    afterThisTest(() => warn.mockRestore());
    const { session, tokens, network } = await openWithEvents();
    network.isDown = true;
    await session.signOut();
    expect(tokens.read()).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe("[SESS-12] inactivity", () => {
  test("ends the session once nobody used it for 24 hours, with the text", async () => {
    const { session, tokens, events, pass } = await openWithEvents();
    pass(DAY_MS);
    session.checkInactivity();
    expect(tokens.read()).not.toBeNull();
    pass(DAY_MS + 1000);
    session.checkInactivity();
    expect(tokens.read()).toBeNull();
    expect(events).toEqual(["inactive"]);
    expect(noticeLeft()).toBe(SIGN_IN.inactive);
  });

  test("that the server notices first is told in the same words", async () => {
    const { session, tokens, member, pass, endSession } = await openWithEvents();
    await endSession();
    pass(DAY_MS - 30_000);
    tokens.refuse(member.token);
    expect(noticeLeft()).toBe(SIGN_IN.inactive);
    expect(await session.current()).toBeNull();
  });

  test("does not come over who uses the site now and then", async () => {
    const { session, tokens, pass } = await openWithEvents();
    for (let hours = 13; hours < 10 * 24; hours += 13) {
      pass(hours * HOUR_MS);
      noteTouch();
      session.checkInactivity();
      const before = tokens.read();
      session.prolong();
      await until(() => tokens.read() !== before);
    }
    expect(readClaims(tokens.read())?.exp).toBeGreaterThan(Date.now() / 1000);
  });
});

describe("prolonging", () => {
  test("asks nothing in the first half of a session's life", async () => {
    const { session, queryClient, pass } = await openWithEvents();
    pass(11 * HOUR_MS);
    session.prolong();
    expect(queryClient.isFetching()).toBe(0);
  });

  test("is tried once a minute where it fails", async () => {
    const { session, queryClient, network, pass } = await openWithEvents();
    network.isDown = true;
    const asked: number[] = [];
    for (const seconds of [0, 30, 61]) {
      pass(13 * HOUR_MS + seconds * 1000);
      session.prolong();
      asked.push(queryClient.isFetching());
      await until(() => queryClient.isFetching() === 0);
    }
    expect(asked).toEqual([1, 0, 1]);
  });
});

describe("[SESS-11] the guard", () => {
  const AT = { href: "/member/points?kind=gift" };
  /** Guards render nothing on the server: they tell a browser by its window. */
  const guarded = async (options: { isMember?: boolean } = {}) => {
    const browser = await openWithEvents(options);
    Object.assign(globalThis, { window: {} });
    afterThisTest(() => void Reflect.deleteProperty(globalThis, "window"));
    const { session } = browser;
    const pass = (preload = false) =>
      requireSession({ context: { session }, location: AT, preload });
    const wayOut = (preload = false) => pass(preload).catch((redirect: unknown) => redirect);
    return { ...browser, pass, wayOut };
  };
  const TO_LOGIN = { options: { to: "/login", search: { redirect: AT.href }, replace: true } };

  test("lets a member in, and says who it is", async () => {
    const { pass, member } = await guarded();
    expect((await pass()).user?.id).toBe(member.userId);
  });

  test("leads a guest to the login, and back", async () => {
    const { wayOut } = await guarded({ isMember: false });
    expect(await wayOut()).toMatchObject(TO_LOGIN);
    expect(noticeLeft()).toBe("");
  });

  test("takes a failed lookup for signed out, says so, and keeps the token", async () => {
    const { pass, wayOut, tokens, network, member } = await guarded();
    network.isDown = true;
    expect(await wayOut()).toMatchObject(TO_LOGIN);
    expect(noticeLeft()).toBe(MESSAGES.networkError);
    expect(tokens.read()).toBe(member.token);
    network.isDown = false;
    expect((await pass()).user?.id).toBe(member.userId);
  });

  test("lets in who is known, though they cannot be looked up again", async () => {
    const { pass, network, queryClient, member } = await guarded();
    await pass();
    await queryClient.invalidateQueries();
    network.isDown = true;
    expect((await pass()).user?.id).toBe(member.userId);
    expect(noticeLeft()).toBe("");
  });

  test("says nothing while somebody only points at a link", async () => {
    const { wayOut, network } = await guarded();
    network.isDown = true;
    expect(await wayOut(true)).toMatchObject(TO_LOGIN);
    expect(noticeLeft()).toBe("");
  });
});

describe("[SESS-18] the guard's roles", () => {
  test.each([
    [["User"], [], false, true],
    [["User"], ["Admin"], false, false],
    [["User"], ["Admin", "User"], false, true],
    [["User"], ["Admin", "User"], true, false],
    [["Admin", "User"], ["Admin", "User"], true, true],
  ] as const)("%p against %p, all: %p, is %p", (held, wanted, all, isEnough) => {
    expect(hasRoles(held, wanted, all)).toBe(isEnough);
  });
});
