import type { Environment } from "./environment.ts";

/** Tebex, and how to speak with it. */
export type TebexConfig = {
  /** Without a trailing slash, like the next two. */
  apiBase: string;
  /** Where baskets are paid: the checkout window is loaded from below it. */
  checkoutUrl: string;
  /** Where the pictures of packages are. */
  picturesBase: string;
  publicToken: string;
  /** With it Tebex is told the buyer's address; null: it takes ours. */
  privateKey: string | null;
  /** Signs what Tebex tells us. */
  webhookSecret: string;
};

/** All of it, or null where there is no shop. @param problems what is wrong is added to it. */
export const readTebex = (env: Environment, problems: string[]): TebexConfig | null => {
  const { TEBEX_PUBLIC_TOKEN: publicToken, TEBEX_WEBHOOK_SECRET: webhookSecret } = env;
  if (publicToken !== undefined && webhookSecret !== undefined)
    return {
      apiBase: env.TEBEX_API_BASE,
      checkoutUrl: env.TEBEX_CHECKOUT_URL,
      picturesBase: env.TEBEX_PICTURES_BASE,
      publicToken,
      privateKey: env.TEBEX_PRIVATE_KEY ?? null,
      webhookSecret,
    };
  if ((publicToken ?? webhookSecret ?? env.TEBEX_PRIVATE_KEY) !== undefined)
    problems.push(
      "environment: TEBEX_PUBLIC_TOKEN and TEBEX_WEBHOOK_SECRET belong together: set both or none",
    );
  return null;
};
