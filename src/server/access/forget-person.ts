import { dropProofs } from "#server/auth/proofs.ts";
import type { Actor, RequestCtx, Tx } from "#server/context/context.ts";

/**
 * Runs a transaction that ends a session of the browser that asks, or begins one there: the next
 * person may be another. What the browser has proven goes with it; once that is committed it forgets
 * its secret and every OAuth flow it has begun, and gets no token, not even a fresh one.
 * @param isThisBrowser false where it is not this browser's session that ends or begins, and nothing is
 *   forgotten; what came of `work` may say so.
 */
export const writeAndForgetPerson = async <Who extends Actor, T>(
  ctx: RequestCtx<Who>,
  work: (tx: Tx<Who>) => Promise<T>,
  isThisBrowser: boolean | ((result: T) => boolean) = true,
): Promise<T> => {
  if (isThisBrowser === false) return ctx.write(work);
  const isForgotten = isThisBrowser === true ? () => true : isThisBrowser;
  const { browser } = ctx;
  const result = await ctx.write(async (tx) => {
    const done = await work(tx);
    if (isForgotten(done)) await dropProofs(tx, browser.secret);
    return done;
  });
  if (!isForgotten(result)) return result;
  browser.forgetPerson();
  // Somebody may be signed in here already: a fresh token of theirs would undo all of this.
  ctx.handOutToken(null);
  return result;
};
