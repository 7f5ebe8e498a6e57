import { PUSH_ENDPOINT_MAX } from "#shared/constants/push.ts";

/** The services of the browsers that there are: Chrome and its kin, Firefox, Safari, Edge. */
const KNOWN_HOSTS: readonly string[] = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;

/**
 * Whether an address that a browser gave may be asked: https, written as it is, and on the host of a push service.
 * Anybody can send us any address, and ours is a machine among others that must not be reached.
 * @param configured hosts besides, `host` or `host:port`.
 */
export const isPushEndpoint = (endpoint: string, configured: readonly string[]): boolean => {
  if (endpoint.length > PUSH_ENDPOINT_MAX) return false;
  const url = URL.parse(endpoint);
  if (url === null || url.href !== endpoint || url.protocol !== "https:") return false;
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  // A host of another port is another host.
  return [...KNOWN_HOSTS, ...configured].some((pattern) => matches(url.host, pattern));
};

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Where it is really asked: a service on this machine, which only the owner can have named, has no certificate.
 * @param endpoint one that `isPushEndpoint` lets pass.
 */
export const wireAddressOf = (endpoint: string): string => {
  const url = new URL(endpoint);
  return LOOPBACK.has(url.hostname) ? `http:${endpoint.slice("https:".length)}` : endpoint;
};
