import { TRPC_BATCH_MAX } from "#shared/constants/lists.ts";

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
  stopping: "The site is restarting. Please try again in a moment.",
} as const;
