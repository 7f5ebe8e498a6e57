import { describe, expect, spyOn, test } from "bun:test";
import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { codeOf, fieldsOf, isNetworkError, messageOf } from "#client/lib/api-error.ts";
import { inBackground, markQueryTimers, noteTouch } from "#client/lib/session/cause.ts";
import { readClaims } from "#client/lib/session/token-store.ts";
import { LOGIN } from "#shared/account-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { until } from "#tests/support/until.ts";
import { openBrowser } from "./browser.ts";

describe("a call", () => {
  test("[SESS-10] carries the bearer of whoever is signed in, and none of a guest", async () => {
    const { client, tokens, sent, member } = await openBrowser();
    expect((await client.accounts.me.query()).id).toBe(member.userId);
    tokens.put(null);
    expect(codeOf(await rejectionOf(client.accounts.me.query()))).toBe("unauthorized");
    expect(sent.map(({ bearer }) => bearer)).toEqual([member.token, null]);
  });

  test("[SESS-06] says that no person causes it, where none does", async () => {
    const { client, sent, pass } = await openBrowser();
    await client.accounts.me.query();
    await inBackground(() => client.accounts.me.query());
    await client.accounts.me.query(undefined, { context: { background: true } });
    pass(61_000);
    await client.accounts.me.query();
    noteTouch();
    await client.accounts.me.query();
    expect(sent.map(({ isBackground }) => isBackground)).toEqual([false, true, true, true, false]);
  });

  test("of a person shares its request with one of a timer: the request is the person's", async () => {
    const { client, sent } = await openBrowser();
    await Promise.all([inBackground(() => client.accounts.me.query()), client.links.list.query()]);
    expect(sent).toMatchObject([{ isBackground: false }]);
  });

  test("[SESS-06] that a query's timer repeats is nobody's", async () => {
    const { client, queryClient, sent } = await openBrowser();
    environmentManager.setIsServer(() => false);
    afterThisTest(() => environmentManager.setIsServer(() => typeof window === "undefined"));
    markQueryTimers();
    const observer = new QueryObserver(queryClient, {
      queryKey: [["servers", "summary"]],
      queryFn: () => client.accounts.me.query(),
      refetchInterval: 1,
      refetchIntervalInBackground: true,
    });
    const leave = observer.subscribe(() => {});
    await until(() => sent.length >= 3);
    leave();
    queryClient.clear();
    const [first, ...repeated] = sent.map(({ isBackground }) => isBackground);
    expect(first).toBe(false);
    expect(new Set(repeated)).toEqual(new Set([true]));
  });
});

describe("the answer", () => {
  test("[SESS-05] past half of a session's life brings a person a fresh token, and a timer none", async () => {
    const { client, tokens, member, pass } = await openBrowser();
    pass(13 * HOUR_MS);
    await client.accounts.me.query(undefined, { context: { background: true } });
    expect(tokens.read()).toBe(member.token);
    noteTouch();
    await client.accounts.me.query();
    const fresh = readClaims(tokens.read());
    expect(fresh?.sid).toBe(member.session.secret);
    expect(fresh?.iat).toBeGreaterThan(readClaims(member.token)?.iat ?? Infinity);
  });

  test("[SESS-13] a fresh token does not sign in again who signed out meanwhile", async () => {
    const { client, tokens, network, pass } = await openBrowser();
    pass(13 * HOUR_MS);
    noteTouch();
    network.beforeAnswer = () => tokens.put(null);
    await client.accounts.me.query();
    expect(tokens.read()).toBeNull();
  });
});

describe("the next person in a browser", () => {
  test("is not asked for in a call that was about to be sent for the one before", async () => {
    const { app, client, tokens, sent } = await openBrowser();
    const next = await signedIn(app);
    const asked = rejectionOf(client.accounts.me.query());
    tokens.put(next.token);
    expect(codeOf(await asked)).toBe("unauthorized");
    expect(sent).toEqual([]);
    expect((await client.accounts.me.query()).id).toBe(next.userId);
  });

  test("is answered, and stays signed in, where a call shares a moment with one of the one before", async () => {
    const { app, client, tokens, sent } = await openBrowser();
    const next = await signedIn(app);
    const asked = rejectionOf(client.accounts.me.query());
    tokens.put(next.token);
    const own = client.links.list.query();
    expect(codeOf(await asked)).toBe("unauthorized");
    expect(await own).toMatchObject({ discord: null });
    expect(sent.map(({ bearer }) => bearer)).toEqual([next.token]);
    expect(tokens.read()).toBe(next.token);
  });

  test("is not asked for in a call as the one before, though this tab has not heard of them", async () => {
    const { app, client, tokens, member, sent } = await openBrowser();
    const asMember = { context: { as: member.userId } };
    expect((await client.accounts.me.query(undefined, asMember)).id).toBe(member.userId);
    const next = await signedIn(app);
    tokens.put(next.token);
    expect(codeOf(await rejectionOf(client.accounts.me.query(undefined, asMember)))).toBe(
      "unauthorized",
    );
    tokens.put(null);
    expect(codeOf(await rejectionOf(client.accounts.me.query(undefined, asMember)))).toBe(
      "unauthorized",
    );
    expect(sent.map(({ bearer }) => bearer)).toEqual([member.token]);
  });

  test("is not asked for by what is done here before this tab has heard of them", async () => {
    const { app, client, tokens, putElsewhere, sent } = await openBrowser();
    const next = await signedIn(app);
    const heard: (string | null)[] = [];
    tokens.subscribe(({ after }) => void heard.push(after));
    putElsewhere(next.token);
    const unlinked = client.links.unlink.mutate({ platform: "steam" });
    expect(codeOf(await rejectionOf(unlinked))).toBe("unauthorized");
    expect(sent).toEqual([]);
    expect(heard).toEqual([next.token]);
    expect((await client.accounts.me.query()).id).toBe(next.userId);
  });

  test("is not asked for in a call that a guest made in the same moment", async () => {
    const { app, client, tokens, sent } = await openBrowser({ isMember: false });
    const next = await signedIn(app);
    const asked = rejectionOf(client.accounts.me.query());
    tokens.put(next.token);
    const own = client.accounts.me.query();
    expect(codeOf(await asked)).toBe("unauthorized");
    expect((await own).id).toBe(next.userId);
    expect(new Set(sent.map(({ bearer }) => bearer))).toEqual(new Set([null, next.token]));
    expect(tokens.read()).toBe(next.token);
  });

  test("is not asked for where a refused call was about to be made again", async () => {
    const { app, client, tokens, member, sent, endSession } = await openBrowser({
      graceMs: 60_000,
    });
    await endSession();
    const again = await signedIn(app, member.userId);
    const next = await signedIn(app);
    const waiting = spyOn(tokens, "settled");
    const asked = rejectionOf(client.accounts.me.query());
    await until(() => waiting.mock.calls.length > 0);
    tokens.put(again.token);
    tokens.put(next.token);
    expect(codeOf(await asked)).toBe("unauthorized");
    expect(sent.map(({ bearer }) => bearer)).toEqual([member.token]);
    expect(tokens.read()).toBe(next.token);
  });

  test("gets no answer that was meant for the one before", async () => {
    const { app, client, tokens, network } = await openBrowser();
    const next = await signedIn(app);
    network.beforeAnswer = () => tokens.put(next.token);
    expect(codeOf(await rejectionOf(client.accounts.me.query()))).toBe("unauthorized");
    expect(tokens.read()).toBe(next.token);
  });
});

describe("a refused bearer", () => {
  test("signs out, where no other token is there", async () => {
    const { client, tokens, endSession } = await openBrowser();
    await endSession();
    expect(codeOf(await rejectionOf(client.accounts.me.query()))).toBe("unauthorized");
    expect(tokens.read()).toBeNull();
  });

  test("is replaced by the token that another tab has put there meanwhile", async () => {
    const { app, client, tokens, member, sent, endSession } = await openBrowser({
      graceMs: 60_000,
    });
    await endSession();
    const me = client.accounts.me.query();
    const { token } = await signedIn(app, member.userId);
    await until(() => sent.length > 0);
    tokens.put(token);
    expect((await me).id).toBe(member.userId);
    expect(sent.map(({ bearer }) => bearer)).toEqual([member.token, token]);
  });

  test("is not replaced by that of another person: what was asked is not done in their name", async () => {
    const { app, client, tokens, sent, member, endSession } = await openBrowser({
      graceMs: 60_000,
    });
    await endSession();
    const next = await signedIn(app);
    const unlinked = rejectionOf(client.links.unlink.mutate({ platform: "steam" }));
    await until(() => sent.length > 0);
    tokens.put(next.token);
    expect(codeOf(await unlinked)).toBe("unauthorized");
    expect(sent.map(({ bearer }) => bearer)).toEqual([member.token]);
    expect(tokens.read()).toBe(next.token);
  });

  test("a refused login says nothing about the session", async () => {
    const { client, tokens, member } = await openBrowser();
    const credentials = { email: "nobody@example.test", password: "Wrong!pass" };
    const error = await rejectionOf(client.accounts.login.mutate(credentials));
    expect(messageOf(error)).toBe(LOGIN.invalidOnWire);
    expect(isNetworkError(error)).toBe(false);
    expect(tokens.read()).toBe(member.token);
  });
});

describe("an error", () => {
  test("without an answer is one of the network, and says nothing", async () => {
    const { client, network } = await openBrowser();
    network.isDown = true;
    const error = await rejectionOf(client.accounts.me.query());
    expect(isNetworkError(error)).toBe(true);
    expect(messageOf(error)).toBeNull();
    expect(codeOf(error)).toBeNull();
    expect(fieldsOf(error)).toEqual({});
    expect(isNetworkError(new Error("Something else."))).toBe(false);
    expect(messageOf(new Error("Something else."))).toBeNull();
  });

  test("of the input names its fields", async () => {
    const { client } = await openBrowser({ isMember: false });
    const tooLong = { email: "a".repeat(300), password: "x" };
    const error = await rejectionOf(client.accounts.login.mutate(tooLong));
    expect(codeOf(error)).toBe("bad_request");
    expect(Object.keys(fieldsOf(error))).toEqual(["email"]);
    expect(messageOf(error)).toContain("email");
  });
});
