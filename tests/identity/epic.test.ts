import { beforeEach, expect, test } from "bun:test";
import type { EpicConfig } from "#server/config/config.ts";
import { createEpicIdentity } from "#server/providers/identity/identity.ts";
import type { Identity, IdentityFlow } from "#server/providers/ports/people.ts";
import { holdDeadlines, neverAnswers } from "#tests/support/deadlines.ts";
import { consent } from "#tests/support/discord.ts";
import { httpServer } from "#tests/support/game-servers.ts";
import { callbackOf, configured, identityFailure, identityWorld } from "#tests/support/identity.ts";

beforeEach(holdDeadlines);

const CALLBACK = callbackOf("epic");
const ADA = "5f2c1c7a9be04d53a1d7c2f0a3b4e601";

const world = async () => {
  const { sandbox, config } = await identityWorld();
  return { sandbox, epic: configured(config.epic) };
};

const prove = async (
  epic: EpicConfig,
  persona: string,
  adjust: (way: { answer: URLSearchParams; flow: IdentityFlow }) => void = () => {},
): Promise<Identity> => {
  const provider = createEpicIdentity(epic);
  const { address, flow } = provider.begin(CALLBACK);
  const way = { answer: await consent(address, persona), flow: { ...flow } };
  adjust(way);
  return provider.finish(way.answer, way.flow, CALLBACK);
};

test("[LINK-11] Epic is asked for a code with state, and without PKCE, which it has not", async () => {
  const { epic } = await world();
  const { address, flow } = createEpicIdentity(epic).begin(CALLBACK);
  const url = new URL(address);
  expect(url.origin + url.pathname).toBe(epic.authorizeUrl);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: epic.clientId,
    redirect_uri: CALLBACK,
    state: flow.state,
    scope: "basic_profile",
  });
  expect(flow.verifier).toBe("");
});

test("[LINK-11] the EOS id is the Epic account's id", async () => {
  const { epic } = await world();
  expect(await prove(epic, "ada")).toEqual({
    externalId: ADA,
    name: "AdaFrost",
    picture: null,
    nonce: null,
  });
});

test("an account without a name is shown by its id", async () => {
  const { epic } = await world();
  const id = "5f2c1c7a9be04d53a1d7c2f0a3b4e605";
  expect(await prove(epic, "unnamed")).toMatchObject({ externalId: id, name: id });
});

test.each<
  [string, (way: { answer: URLSearchParams; flow: IdentityFlow }) => void, [string, string]]
>([
  ["another browser's state", ({ flow }) => (flow.state = "x"), ["state_mismatch", "expired"]],
  ["no state", ({ answer }) => answer.delete("state"), ["state_mismatch", "expired"]],
  ["a code of nobody", ({ answer }) => answer.set("code", "x"), ["code_refused", "expired"]],
  ["two codes", ({ answer }) => answer.append("code", "x"), ["malformed", "garbage"]],
])("an answer with %s is refused", async (_, adjust, refused) => {
  const { epic } = await world();
  expect(await identityFailure(prove(epic, "ada", adjust))).toEqual(refused as never);
});

test("a person who refuses is told apart from everything else", async () => {
  const { epic } = await world();
  expect(await identityFailure(prove(epic, "deny"))).toEqual(["declined", "denied"]);
});

test("a code is good for one time", async () => {
  const { epic } = await world();
  const provider = createEpicIdentity(epic);
  const { address, flow } = provider.begin(CALLBACK);
  const answer = await consent(address, "ada");
  await provider.finish(answer, flow, CALLBACK);
  const again = provider.finish(answer, flow, CALLBACK);
  expect(await identityFailure(again)).toEqual(["code_refused", "expired"]);
});

const oddEpic = (answer: () => Response | Promise<Response>): EpicConfig => {
  const { url } = httpServer((request) =>
    new URL(request.url).pathname === "/token"
      ? Response.json({ access_token: "token", token_type: "Bearer" })
      : answer(),
  );
  const client = { clientId: "id", clientSecret: "secret" };
  return { authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token`, apiBase: url, ...client };
};

const finishAt = (epic: EpicConfig): Promise<Identity> => {
  const provider = createEpicIdentity(epic);
  const { flow } = provider.begin(CALLBACK);
  const answer = new URLSearchParams({ code: "code", state: flow.state });
  return provider.finish(answer, flow, CALLBACK);
};

test("one account has one id, however its letters are written", async () => {
  const epic = oddEpic(() => Response.json({ sub: ADA.toUpperCase(), preferred_username: "Ada" }));
  expect(await finishAt(epic)).toMatchObject({ externalId: ADA });
});

test.each<[string, () => Response | Promise<Response>, [string, string]]>([
  ["another id", () => Response.json({ sub: "../admin" }), ["malformed", "garbage"]],
  ["no id", () => Response.json({ preferred_username: "Ada" }), ["malformed", "garbage"]],
  ["no JSON", () => new Response("<html>"), ["malformed", "garbage"]],
  ["megabytes", () => new Response(`"${"x".repeat(2_000_000)}"`), ["malformed", "garbage"]],
  ["401", () => Response.json({}, { status: 401 }), ["status", "unavailable"]],
  ["a redirect", () => Response.redirect("http://127.0.0.1:9/"), ["unreachable", "unavailable"]],
  ["silence", neverAnswers, ["timeout", "unavailable"]],
])("a profile that is %s", async (_, answer, refused) => {
  expect(await identityFailure(finishAt(oddEpic(answer)))).toEqual(refused as never);
});

test.each([
  ["down", "status", "unavailable"],
  ["slow", "timeout", "unavailable"],
  ["garbage", "malformed", "garbage"],
] as const)("an Epic that is %s fails at once or at its deadline", async (mode, detail, reason) => {
  const { epic, sandbox } = await world();
  sandbox.outages.set("epic", mode);
  expect(await identityFailure(prove(epic, "ada"))).toEqual([detail, reason]);
  sandbox.outages.set("epic", "up");
  expect(await prove(epic, "ada")).toMatchObject({ name: "AdaFrost" });
});
