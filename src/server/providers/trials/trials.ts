import { z } from "zod";
import type { Config } from "#server/config/config.ts";
import { type Clock, parseUtc, systemClock } from "#server/core/clock.ts";
import { createBreaker } from "#server/providers/breaker.ts";
import { exchange, parseReply, type Reply } from "#server/providers/identity/exchange.ts";
import {
  type Probe,
  ShopFailure,
  type TrialOutcome,
  type Trials,
} from "#server/providers/ports/outside.ts";
import { IdentityFailure } from "#server/providers/ports/people.ts";
import { cleanLine } from "#server/providers/received-text.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { callbackPath } from "#shared/constants/accounts.ts";
import type { TrialFailure, TriedProvider } from "#shared/constants/setup.ts";

const TIMEOUT_MS = 5000;

/** How far the clock was ahead, half-way between question and answer. */
const aheadOf = (headers: Headers, answeredAt: Date, roundTripMs: number): number | null => {
  // An answer that somebody has kept is dated when it was made.
  const date = headers.has("age") ? null : parseUtc(headers.get("date") ?? "");
  return date === null ? null : answeredAt.getTime() - roundTripMs / 2 - date.getTime();
};

/**
 * One GET: everything below 500 is an answer, also that nothing is there.
 * @param timeoutMs after which nobody is waited for.
 */
export const createProbe =
  (clock: Clock, timeoutMs = TIMEOUT_MS): Probe =>
  async (address) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const startedMs = performance.now();
    try {
      const response = await fetch(address, { redirect: "manual", signal });
      const aheadMs = aheadOf(response.headers, clock.now(), performance.now() - startedMs);
      await response.body?.cancel();
      return { failure: response.status >= 500 ? "status" : null, aheadMs };
    } catch {
      return { failure: signal.aborted ? "timeout" : "unreachable", aheadMs: null };
    }
  };

type Client = { tokenUrl: string; clientId: string; clientSecret: string };

const FORM = {
  "content-type": "application/x-www-form-urlencoded",
  accept: "application/json",
} as const;

const ANSWER_MAX = 200;
const lineOf = (text: string): string | null => cleanLine(text, ANSWER_MAX) || null;

const taken = (answer: string | null = null): TrialOutcome => ({ failure: null, answer });
const failed = (failure: TrialFailure, answer: string | null = null): TrialOutcome => ({
  failure,
  answer,
});

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

const toRefusal = (reply: Reply) => {
  const { error, error_description: text = "" } = parseReply(refusal, reply);
  return { error, answer: lineOf(text === "" ? error : `${error}: ${text}`) };
};

const isSuccess = ({ status }: Reply) => status >= 200 && status <= 299;

const ask = (
  { tokenUrl, clientId, clientSecret }: Client,
  form: Readonly<Record<string, string>>,
): Promise<Reply> =>
  exchange(tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, ...FORM },
    body: new URLSearchParams(form).toString(),
  });

/** Asks for a token of the application itself (RFC 6749, 4.4), which nobody has to agree to. */
const askForOwnToken = async (
  client: Client,
  scope: Readonly<Record<string, string>> = {},
): Promise<TrialOutcome> => {
  const reply = await ask(client, { grant_type: "client_credentials", ...scope });
  if (isSuccess(reply)) {
    parseReply(z.object({ access_token: z.string() }), reply);
    return taken();
  }
  return failed("refused", toRefusal(reply).answer);
};

/**
 * Redeems a code that nobody has been given: whoever knows the application finds fault with the code, and
 * others with the application. Private Microsoft accounts know no token of an application itself.
 */
const redeemNothing = async (client: Client, callbackUrl: string): Promise<TrialOutcome> => {
  const form = {
    grant_type: "authorization_code",
    code: "no-code",
    redirect_uri: callbackUrl,
    code_verifier: "no-code-verifier-no-code-verifier-no-code-verifier",
  };
  const reply = await ask(client, form);
  if (isSuccess(reply)) return failed("malformed");
  const { error, answer } = toRefusal(reply);
  return error === "invalid_grant" ? taken() : failed("refused", answer);
};

/** A profile that anybody may read, which exists as long as Steam does. */
const SOMEBODY = "76561197960435530";

const readSomebody = async (apiBase: string, key: string): Promise<TrialOutcome> => {
  const query = new URLSearchParams({ key, steamids: SOMEBODY });
  const address = `${apiBase}/ISteamUser/GetPlayerSummaries/v0002/?${query}`;
  const reply = await exchange(address, { headers: { accept: "application/json" } });
  if (!isSuccess(reply)) return failed("refused", `HTTP ${reply.status}`);
  parseReply(z.object({ response: z.object({ players: z.array(z.unknown()) }) }), reply);
  return taken();
};

const OF_FAILURE: Readonly<Record<string, TrialFailure>> = {
  timeout: "timeout",
  unreachable: "unreachable",
  status: "status",
};

const outcomeOf = (error: unknown): TrialOutcome => {
  if (!(error instanceof IdentityFailure)) throw error;
  return failed(OF_FAILURE[error.detail] ?? "malformed");
};

/** Reads the packages; a breaker of its own hears why there is no whole answer. */
const readPackages = async (tebex: NonNullable<Config["tebex"]>): Promise<TrialOutcome> => {
  const breaker = createBreaker({ clock: systemClock, log: null }, "tebex");
  let trouble: TrialFailure | null = null;
  const listening = {
    ...breaker,
    failed: (reason: string) => {
      trouble = OF_FAILURE[reason] ?? "malformed";
    },
  };
  try {
    const packages = await createTebex(tebex, listening).packages();
    return taken(String(packages.length));
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error;
    return failed(trouble ?? "refused", error.detail === null ? null : lineOf(error.detail));
  }
};

/** Tries what is configured, at the addresses that are configured. */
export const createTrials = (config: Config): Trials => {
  const { discord, steam, epic, microsoft, tebex, mail } = config;
  const tries: Readonly<Record<TriedProvider, (() => Promise<TrialOutcome>) | null>> = {
    discord: discord && (() => askForOwnToken(discord, { scope: "identify" })),
    steam: steam && (() => readSomebody(steam.apiBase, steam.webApiKey)),
    epic: epic && (() => askForOwnToken(epic)),
    microsoft:
      microsoft &&
      (() => redeemNothing(microsoft, `${config.publicUrl}${callbackPath("minecraft")}`)),
    tebex: tebex && (() => readPackages(tebex)),
  };
  return {
    provider: async (provider) => {
      const attempt = tries[provider];
      if (attempt === null) return null;
      try {
        return await attempt();
      } catch (error) {
        return outcomeOf(error);
      }
    },
    mail: async (letter) => {
      if (mail === null) return null;
      // As in the site's jobs: a program that sends no mail need not hold the library of SMTP.
      const { sendTrialMail } = await import("#server/providers/mail/trial.ts");
      return await sendTrialMail(mail, letter);
    },
  };
};
