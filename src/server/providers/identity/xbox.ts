import { z } from "zod";
import type { MicrosoftConfig } from "#server/config/config.ts";
import { assertOk, assertToken, parseReply, sendJson } from "./exchange.ts";
import { IdentityFailure, type IdentityFailureDetail } from "./port.ts";

/** Both of Xbox's services answer so: a token, and the hash of the user that it is for. */
const xboxToken = z.object({
  Token: z.string(),
  DisplayClaims: z.object({ xui: z.tuple([z.object({ uhs: z.string() })]).rest(z.unknown()) }),
});
const refusal = z.object({ XErr: z.number() });

/** What XSTS has against an account [LINK-13]. */
const X_ERRORS: Readonly<Record<number, IdentityFailureDetail>> = {
  2148916227: "xbox_banned",
  2148916229: "xbox_guardian",
  2148916233: "xbox_missing",
  2148916234: "xbox_terms",
  2148916235: "xbox_region",
  2148916236: "xbox_age",
  2148916237: "xbox_playtime",
  2148916238: "xbox_child",
};

const signInToXbox = async (microsoftToken: string, { xboxBase }: MicrosoftConfig, ms: number) => {
  const reply = await sendJson(
    `${xboxBase}/user/authenticate`,
    {
      Properties: {
        AuthMethod: "RPS",
        SiteName: "user.auth.xboxlive.com",
        RpsTicket: `d=${microsoftToken}`,
      },
      RelyingParty: "http://auth.xboxlive.com",
      TokenType: "JWT",
    },
    ms,
  );
  assertOk(reply);
  return assertToken(parseReply(xboxToken, reply).Token);
};

/**
 * From a Microsoft token to what Minecraft's services take: Xbox Live, then XSTS.
 * @param ms deadline of each of the two questions, in milliseconds.
 * @throws {IdentityFailure} of its own kind for everything that XSTS has against an account.
 */
export const identityTokenOf = async (
  microsoftToken: string,
  config: MicrosoftConfig,
  ms: number,
): Promise<string> => {
  const userToken = await signInToXbox(microsoftToken, config, ms);
  const reply = await sendJson(
    `${config.xstsBase}/xsts/authorize`,
    {
      Properties: { SandboxId: "RETAIL", UserTokens: [userToken] },
      RelyingParty: "rp://api.minecraftservices.com/",
      TokenType: "JWT",
    },
    ms,
  );
  if (reply.status === 401) {
    const { XErr } = parseReply(refusal, reply);
    throw new IdentityFailure(X_ERRORS[XErr] ?? "xbox_refused");
  }
  assertOk(reply);
  const { Token, DisplayClaims } = parseReply(xboxToken, reply);
  const { uhs } = DisplayClaims.xui[0];
  return `XBL3.0 x=${uhs};${Token}`;
};
