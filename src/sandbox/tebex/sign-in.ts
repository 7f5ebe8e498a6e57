import { STEAM_PERSONAS } from "#sandbox/identity/game-personas.ts";
import type { IdentityWorld } from "#sandbox/identity/identity.ts";
import { STEAM_PATHS } from "#sandbox/identity/steam.ts";
import { tebexPage } from "#sandbox/pages/tebex.ts";
import { isHere } from "#sandbox/this-machine.ts";
import { Problem, TEBEX_PATHS } from "./access.ts";
import type { Counter } from "./counter.ts";
import type { Buyer } from "./ledger.ts";

const NS = "http://specs.openid.net/auth/2.0";
const SELECT = `${NS}/identifier_select`;
const CLAIMED = /^https:\/\/steamcommunity\.com\/openid\/id\/(\d{17})$/u;

/**
 * Where a buyer signs in to Tebex: Steam's consent page, which leads back to Tebex, and
 * Tebex to the site.
 */
export const signInLink = (ident: string, returnUrl: string, origin: string): string => {
  if (!isHere(returnUrl)) throw new Problem(422, "The returnUrl field is invalid.");
  const back = new URL(`${origin}${TEBEX_PATHS.signIn}/${ident}`);
  back.searchParams.set("returnUrl", returnUrl);
  const link = new URL(`${origin}${STEAM_PATHS.openId}`);
  const asked = {
    ns: NS,
    mode: "checkid_setup",
    identity: SELECT,
    claimed_id: SELECT,
    realm: origin,
    return_to: back.href,
  };
  for (const [name, value] of Object.entries(asked)) link.searchParams.set(`openid.${name}`, value);
  return link.href;
};

/** Whoever is none of the known personas is a stranger. */
const buyerOf = (id: string): Buyer => ({
  id,
  name: STEAM_PERSONAS.find((persona) => persona.id === id)?.name ?? "A Stranger",
});

const goBack = (returnUrl: string) =>
  new Response(null, {
    status: 302,
    headers: { location: returnUrl, "cache-control": "no-store" },
  });

/** Where Steam leads back to: Tebex asks Steam whether that is true, and takes the buyer back. */
export const createSignIn =
  ({ basketOf }: Pick<Counter, "basketOf">, identity: IdentityWorld) =>
  async (request: Request, ident: string): Promise<Response> => {
    const { searchParams, origin } = new URL(request.url);
    const basket = basketOf(ident);
    const returnUrl = searchParams.get("returnUrl") ?? basket.cancelUrl;
    if (!isHere(returnUrl)) throw new Problem(422, "The returnUrl field is invalid.");
    if (searchParams.get("openid.mode") === "cancel") return goBack(returnUrl);
    const form = new URLSearchParams(
      [...searchParams].filter(([name]) => name.startsWith("openid.")),
    );
    form.set("openid.mode", "check_authentication");
    const question = new Request(`${origin}${STEAM_PATHS.openId}`, { method: "POST", body: form });
    const answer = await identity.handle(question, STEAM_PATHS.openId);
    const [, id] = CLAIMED.exec(searchParams.get("openid.claimed_id") ?? "") ?? [];
    if (id === undefined || !/^is_valid:true$/mu.test((await answer?.text()) ?? ""))
      return tebexPage(
        "Not signed in",
        "Steam did not confirm who you are. Please try again.",
        502,
      );
    basket.buyer = buyerOf(id);
    return goBack(returnUrl);
  };
