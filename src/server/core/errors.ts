import { TRPC_BATCH_MAX } from "#shared/constants/lists.ts";
import type { PendingLogin } from "#shared/schemas/factors.ts";

/**
 * Drops what a failed key or signature has left behind. BoringSSL keeps its errors in a list for each thread, and
 * Bun 1.4.5 does not empty it where WebCrypto refuses a key: the next HMAC of the thread, which may be anybody's,
 * would throw that error. Called after whatever reads keys or signatures of strangers.
 */
export const dropCryptoErrors = (): void => {
  try {
    new Bun.CryptoHasher("sha256", "a").update("").digest();
  } catch {
    // It was somebody else's, and is gone now.
  }
};

/** What the server says when it refuses a request before any rule of the product is asked. */
export const REFUSALS = {
  signInFirst: "Please sign in first.",
  malformedCall: `This call is malformed: its input must be valid JSON, and a batch names at most ${TRPC_BATCH_MAX} calls.`,
  bodyCutShort: "The body ended before it was complete.",
  malformedBody: "The body is not valid JSON.",
  wantsObject: "The body must be a JSON object.",
  unknownCall: "There is no such call.",
  wrongMethod: "This address does not answer that method.",
  wantsJson: "The body must be JSON, with Content-Type: application/json.",
  bodyTooLarge: "The body is too large: 64 kB are accepted.",
  bodyOver: (megabytes: number) => `The body is too large: ${megabytes} MB are accepted.`,
  malformedAddress: "This address is malformed.",
  malformedHost: "Your request does not name exactly one host.",
  addressTooLong: "This address is too long.",
  feedsOfAddress: "Too many live connections from your network. Close a tab and try again.",
  feedsOfMember:
    "You have too many live connections. Close the site in another browser and try again.",
  feedsOfAll: "The site has no free live connection right now. It tries again by itself.",
  unknownPurpose: "The purpose must be register or link, or for Discord login.",
  metricsOfThisMachine:
    "Only programs on this machine may read the metrics, asking for localhost. Set METRICS_TOKEN to read them from elsewhere.",
  metricsToken: "Send METRICS_TOKEN as a bearer token to read the metrics.",
  /** @param peer an address of the owner's own network. */
  proxyNotTrusted: (peer: string) =>
    `Requests come through ${peer}, which TRUSTED_PROXIES does not name: all visitors count as one, and share the limits of one. If that is your proxy, name it there.`,
  yearZero: "There was no year 0: choose another date.",
  stopping: "The site is restarting. Please try again in a moment.",
} as const;

/** How each kind of error is answered over HTTP and tRPC. */
export const ERROR_KINDS = {
  bad_request: { status: 400, trpc: "BAD_REQUEST" },
  unauthorized: { status: 401, trpc: "UNAUTHORIZED" },
  forbidden: { status: 403, trpc: "FORBIDDEN" },
  not_found: { status: 404, trpc: "NOT_FOUND" },
  method_not_allowed: { status: 405, trpc: "METHOD_NOT_SUPPORTED" },
  conflict: { status: 409, trpc: "CONFLICT" },
  payload_too_large: { status: 413, trpc: "PAYLOAD_TOO_LARGE" },
  uri_too_long: { status: 414, trpc: "BAD_REQUEST" },
  unsupported_media_type: { status: 415, trpc: "UNSUPPORTED_MEDIA_TYPE" },
  too_many_requests: { status: 429, trpc: "TOO_MANY_REQUESTS" },
  internal: { status: 500, trpc: "INTERNAL_SERVER_ERROR" },
  bad_gateway: { status: 502, trpc: "BAD_GATEWAY" },
  unavailable: { status: 503, trpc: "SERVICE_UNAVAILABLE" },
} as const;
/** The closed set of what can go wrong on purpose; a code by itself where clients need no more. */
export type ErrorKind = keyof typeof ERROR_KINDS;

const ACCOUNT_CODES = {
  account_deactivated: "unauthorized",
  code_used: "bad_request",
  current_password_wrong: "bad_request",
  discord_not_proven: "bad_request",
  discord_taken: "bad_request",
  discord_unlinked: "unauthorized",
  email_in_use: "bad_request",
  setup_refused: "forbidden",
  step_up: "forbidden",
  login_guarded: "too_many_requests",
  login_over: "unauthorized",
  passkey_over: "bad_request",
  passkey_refused: "bad_request",
  passkeys_unavailable: "bad_request",
  second_factor: "unauthorized",
  second_factor_missing: "forbidden",
  second_step_wrong: "unauthorized",
  unknown_browser: "too_many_requests",
  unverified: "unauthorized",
} as const;

/** Of what two people edit at the same time, such as a ticket or a balance. */
const EDIT_CODES = { changed_meanwhile: "conflict" } as const;

/**
 * Of the site: a draft that others changed, a section that they published, a document that makes no site;
 * and that nothing can be changed while it is in maintenance.
 */
const SITE_CODES = {
  draft_changed: "conflict",
  invalid_document: "bad_request",
  maintenance: "unavailable",
  stale: "conflict",
} as const;

const SHOP_CODES = {
  already_subscribed: "bad_request",
  limit_reached: "bad_request",
  not_in_order: "bad_request",
  refused: "bad_request",
  sign_in: "bad_request",
} as const;

/** Of what a strike forbids. */
const STRIKE_CODES = { strike: "forbidden" } as const;

const BRIDGE_CODES = {
  account_retired: "conflict",
  kept_votes_full: "conflict",
  key_expired: "unauthorized",
  key_game: "forbidden",
  key_platform: "forbidden",
  key_revoked: "unauthorized",
  key_scope: "forbidden",
  member_unknown: "not_found",
  not_enough_points: "conflict",
  platform_unknown: "not_found",
  reference_used: "conflict",
  reward_too_large: "bad_request",
  server_unknown: "not_found",
  spend_too_large: "bad_request",
  vote_too_soon: "conflict",
} as const;

/** What clients must tell apart beyond its kind, each code with its kind: a closed set per area. */
export const SPECIFIC_CODES = {
  ...ACCOUNT_CODES,
  ...EDIT_CODES,
  ...SITE_CODES,
  ...SHOP_CODES,
  ...STRIKE_CODES,
  ...BRIDGE_CODES,
} as const satisfies Readonly<Record<string, ErrorKind>>;
export type SpecificCode = keyof typeof SPECIFIC_CODES;
export type ErrorCode = ErrorKind | SpecificCode;

/** Whether a code says more than its kind does. */
export const isSpecific = (code: ErrorCode): code is SpecificCode =>
  Object.hasOwn(SPECIFIC_CODES, code);

type Details = {
  /** Extra response headers, such as `Retry-After` or `Allow`. */
  headers?: Readonly<Record<string, string>>;
  /** The wrong fields of the input, each path with the sentence to show beside it. */
  fields?: Readonly<Record<string, string>>;
  /** What a login waits for. */
  secondStep?: PendingLogin;
};

/** An error whose message is meant for the person who caused the request. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly secondStep: PendingLogin | undefined;

  /**
   * @param code what clients go by: one of the closed set, such as `email_in_use` or `not_found`.
   * @param message the sentence to show. Nobody compares it.
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    { headers = {}, fields, secondStep }: Details = {},
  ) {
    super(message);
    this.headers = headers;
    this.fields = fields;
    this.secondStep = secondStep;
  }

  get kind(): ErrorKind {
    return isSpecific(this.code) ? SPECIFIC_CODES[this.code] : this.code;
  }
}

/**
 * Input that a use case refuses because of some of its fields.
 * @param sentence to show, beside each of them too.
 */
export const wrongInput = (
  sentence: string,
  fields: readonly string[],
  code: ErrorCode = "bad_request",
): AppError =>
  new AppError(code, sentence, {
    fields: Object.fromEntries(fields.map((field) => [field, sentence])),
  });

/**
 * A moment that somebody has given in a field, in a year that every database knows: PostgreSQL has no year 0.
 * @throws {AppError} `bad_request`.
 */
export const momentIn = (text: string, field: string): Date => {
  const moment = new Date(text);
  if (moment.getUTCFullYear() < 1) throw wrongInput(REFUSALS.yearZero, [field]);
  return moment;
};

/** After how many seconds it may be tried again. */
export const retryAfter = (seconds: number): Details => ({
  headers: { "Retry-After": String(seconds) },
});
