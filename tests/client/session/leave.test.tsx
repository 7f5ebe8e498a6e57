import { beforeEach, expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createApiClient } from "#client/lib/queries.ts";
import { createSession } from "#client/lib/session/session.ts";
import { createTokenStore, TOKEN_KEY } from "#client/lib/session/token-store.ts";
import { dropNotice, useNotice } from "#client/lib/toast.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { memoryStorage, tokenOf } from "./tokens.ts";

const NOW = Math.floor(Date.now() / 1000);
const TOKEN = tokenOf({ iat: NOW, exp: NOW + 3600 });

// Other tests of the process leave notices too.
beforeEach(dropNotice);

const signedIn = () => {
  const tokens = createTokenStore(memoryStorage({ [TOKEN_KEY]: TOKEN }), 0);
  return { tokens, session: createSession(tokens, new QueryClient(), createApiClient(tokens)) };
};

const Notice = () => useNotice();
/** What the login screen would say. */
const noticeLeft = () => {
  const text = renderToString(<Notice />);
  dropNotice();
  return text;
};

test("whoever closes the account is signed out here, without a word at the login", async () => {
  const { tokens, session } = signedIn();
  const answer = await session.leave(async () => {
    expect(session.isLeaving()).toBe(true);
    // The feed tells of the end before the answer comes.
    tokens.refuse(TOKEN);
    return "closed";
  });
  expect(answer).toBe("closed");
  expect(tokens.read()).toBeNull();
  expect(session.isLeaving()).toBe(false);
  expect(noticeLeft()).toBe("");
});

test("whoever signs in in another tab meanwhile stays signed in", async () => {
  const { tokens, session } = signedIn();
  const next = tokenOf({ sub: "user-2", sid: "session-2", iat: NOW, exp: NOW + 3600 });
  await session.leave(async () => tokens.put(next));
  expect(tokens.read()).toBe(next);
});

test("whose account could not be closed stays signed in", async () => {
  const { tokens, session } = signedIn();
  const refusal = new Error("the last Admin");
  expect(await session.leave(() => Promise.reject(refusal)).catch((error) => error)).toBe(refusal);
  expect(tokens.read()).toBe(TOKEN);
  expect(session.isLeaving()).toBe(false);
});

test("whose session is ended by somebody else is told so at the login", () => {
  const { tokens } = signedIn();
  tokens.refuse(TOKEN);
  expect(noticeLeft()).toBe(SIGN_IN.endedElsewhere);
});
