import { setSystemTime } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { noteTouch } from "#client/lib/session/cause.ts";
import { endSession, sessionLinks } from "#client/lib/session/link.ts";
import { createSession } from "#client/lib/session/session.ts";
import { createTokenStore, TOKEN_KEY } from "#client/lib/session/token-store.ts";
import { wireLive } from "#server/live/wire.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { memoryStorage } from "./tokens.ts";

/** What a request said about who causes it, and on whose behalf. */
export type Sent = { path: string; bearer: string | null; isBackground: boolean };

/**
 * A browser's session against the site's real routes, both by one clock.
 * @param options.isMember whether a member is signed in.
 * @param options.graceMs how long a refused token may be replaced.
 */
export const openBrowser = async ({ isMember = true, graceMs = 0 } = {}) => {
  const app = await testApp();
  afterThisTest(await wireLive(app.deps));
  const startMs = Math.floor(Date.now() / 1000) * 1000;
  const moveTo = (ms: number) => {
    app.clock.set(new Date(ms));
    setSystemTime(ms);
  };
  moveTo(startMs);
  afterThisTest(() => void setSystemTime());
  noteTouch();

  const member = await signedIn(app);
  const storage = memoryStorage(isMember ? { [TOKEN_KEY]: member.token } : {});
  const tokens = createTokenStore(storage, graceMs);
  const sent: Sent[] = [];
  const network = {
    isDown: false,
    fails: /^$/,
    /** What a request waits for on its way. */
    way: Promise.resolve(),
    beforeAnswer: () => {},
  };
  const send = async (url: RequestInfo | URL, init?: RequestInit) => {
    const address = url instanceof Request ? url.url : url.toString();
    const headers = new Headers(init?.headers);
    sent.push({
      path: address.replace(/\?.*/, ""),
      bearer: headers.get("authorization")?.slice("Bearer ".length) ?? null,
      isBackground: headers.get("x-background") === "1",
    });
    if (network.isDown || network.fails.test(address)) throw new TypeError("fetch failed");
    await network.way;
    const answer = await app.request(address, init);
    network.beforeAnswer();
    return answer;
  };
  const client = createTRPCClient<AppRouter>({ links: sessionLinks(tokens, send) });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    app,
    member,
    tokens,
    /** Another tab puts a token there, of which this one has not been told yet. */
    putElsewhere: (token: string) => void storage.setItem(TOKEN_KEY, token),
    client,
    queryClient,
    session: createSession(tokens, queryClient, client, (token) => endSession(token, send)),
    sent,
    send,
    network,
    /** Moves the clocks of both sides, to milliseconds after the sign-in. */
    pass: (ms: number) => moveTo(startMs + ms),
    endSession: () =>
      app.deps.store.write((tx) => app.deps.auth.sessions.end(tx, member.session.id)),
  };
};
