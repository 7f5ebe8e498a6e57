import { readUnsubscriptionToken, type Unsubscription } from "#server/auth/auth.ts";
import type { Ctx } from "#server/context/context.ts";
import { setMarketing } from "#server/modules/members/index.ts";
import { stopMails } from "#server/modules/preferences/index.ts";

export { mailNews } from "./send.ts";

/** Which mails a token ends; null for one that this site has not made. Changes nothing. */
export const unsubscriptionOf = (
  { auth }: Pick<Ctx, "auth">,
  token: string,
): Unsubscription | null => readUnsubscriptionToken(auth, token)?.what ?? null;

/**
 * Ends the mails that a token is for, of whoever it belongs to. That news are ended is written down as a
 * withdrawal [CONSENT-07]. Who has ended them already, or is gone, has nothing more to end.
 * @returns what was ended; null for a token that this site has not made.
 */
export const unsubscribe = async (ctx: Ctx, token: string): Promise<Unsubscription | null> => {
  const read = readUnsubscriptionToken(ctx.auth, token);
  if (read === null) return null;
  const { userId, what } = read;
  await ctx.write(async (tx) => {
    if (what === "news") await setMarketing(tx, { userId, isGiven: false, way: "unsubscription" });
    else await stopMails(tx, { userId, topic: what === "notices" ? null : what });
  });
  return what;
};
