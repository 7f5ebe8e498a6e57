/** The closed set of what can go wrong on purpose, and how it is told over HTTP and tRPC. */
export const ERROR_CODES = {
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
export type ErrorCode = keyof typeof ERROR_CODES;

/** Words for what clients must tell apart, each with the code that it says more of: a closed set. */
export const ERROR_REASONS = {
  limit_reached: "bad_request",
  already_subscribed: "bad_request",
  sign_in: "bad_request",
  refused: "bad_request",
  not_in_order: "bad_request",
  reward_too_large: "bad_request",
  spend_too_large: "bad_request",
  key_expired: "unauthorized",
  key_revoked: "unauthorized",
  key_scope: "forbidden",
  key_game: "forbidden",
  key_platform: "forbidden",
  member_unknown: "not_found",
  platform_unknown: "not_found",
  server_unknown: "not_found",
  not_enough_points: "conflict",
  reference_used: "conflict",
  account_retired: "conflict",
  vote_too_soon: "conflict",
  unknown_browser: "too_many_requests",
  kept_votes_full: "conflict",
} as const satisfies Readonly<Record<string, ErrorCode>>;
export type ErrorReason = keyof typeof ERROR_REASONS;

/** An error whose message is meant for the person who caused the request. */
export class AppError extends Error {
  override readonly name = "AppError";
  /**
   * @param code one of the closed set.
   * @param message the sentence to show.
   * @param headers extra response headers, such as `Retry-After` or `Allow`.
   * @param reason what clients go by where the code says too little, such as `limit_reached`.
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly reason?: ErrorReason,
  ) {
    super(message);
  }
}

/**
 * An error by its reason, which knows its code.
 * @param message the sentence to show.
 * @param retryAfterSeconds after which it may be tried again, where that is known.
 */
export const refusal = (
  reason: ErrorReason,
  message: string,
  retryAfterSeconds?: number,
): AppError => {
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return new AppError(ERROR_REASONS[reason], message, headers, reason);
};

/** The one word by which clients tell an error from all others. */
export const wordOf = ({ code, reason }: AppError): ErrorCode | ErrorReason => reason ?? code;
