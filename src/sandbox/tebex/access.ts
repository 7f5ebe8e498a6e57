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

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  422: "Unprocessable Entity",
};

/** Why Tebex does not do something. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** @param detail a sentence for people. */
  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** A problem as the Headless API tells it: problem details of RFC 9457. */
const problemResponse = ({ status, detail }: Problem, path: string): Response =>
  Response.json(
    { status, type: "about:blank", title: TITLES[status] ?? "Error", detail, instance: path },
    { status, headers: { "content-type": "application/problem+json" } },
  );

/** Does the work; a problem becomes the answer. */
export const answerProblems = async (
  request: Request,
  work: () => Response | Promise<Response>,
): Promise<Response> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return problemResponse(error, new URL(request.url).pathname);
  }
};
