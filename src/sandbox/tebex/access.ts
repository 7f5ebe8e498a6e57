/** What imitated Tebex expects of the site, and what it signs with. */
export const TEBEX_ACCESS = {
  publicToken: "lynx-9f3c0d6a51b24e7788c1",
  privateKey: "sandbox-tebex-private-key",
  webhookSecret: "sandbox-tebex-webhook-secret",
} as const;

/** Paths below the sandbox's origin. */
export const TEBEX_PATHS = {
  api: "/tebex/api",
  checkout: "/tebex/checkout",
  pictures: "/tebex/pictures",
  signIn: "/tebex/sign-in",
  widget: "/tebex/zoid.js",
} as const;

export const CURRENCY = "USD";

/** What a site's environment has to say of Tebex. @param url the sandbox's origin. */
export const tebexEnvironment = (url: string): Readonly<Record<string, string>> => ({
  TEBEX_API_BASE: `${url}${TEBEX_PATHS.api}`,
  TEBEX_CHECKOUT_URL: `${url}${TEBEX_PATHS.checkout}`,
  TEBEX_PICTURES_BASE: `${url}${TEBEX_PATHS.pictures}`,
  TEBEX_PUBLIC_TOKEN: TEBEX_ACCESS.publicToken,
  TEBEX_PRIVATE_KEY: TEBEX_ACCESS.privateKey,
  TEBEX_WEBHOOK_SECRET: TEBEX_ACCESS.webhookSecret,
});
