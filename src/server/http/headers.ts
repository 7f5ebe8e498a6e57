import type { Config } from "#server/config/config.ts";
import { isSecretPage, LINK_PAGES, PLATFORMS } from "#shared/constants/accounts.ts";
import { TEBEX_WAIT_PATH } from "#shared/constants/shop.ts";
import { TRUSTED_TYPES } from "#shared/rules/package-html.ts";
import { isProbePath } from "./monitoring.ts";

/**
 * What browsers offer to pages and this site does not use. A name that a browser does not know
 * becomes a warning on every visitor's console, so those stand here that Chromium knows wherever it
 * runs.
 */
const UNUSED = [
  "accelerometer",
  "aria-notify",
  "autoplay",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "clipboard-read",
  "compute-pressure",
  "cross-origin-isolated",
  "deferred-fetch",
  "deferred-fetch-minimal",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "interest-cohort",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "local-network",
  "local-network-access",
  "loopback-network",
  "magnetometer",
  "media-playback-while-not-visible",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "screen-wake-lock",
  "serial",
  "speaker-selection",
  "summarizer",
  "translator",
  "usb",
  "window-management",
  "xr-spatial-tracking",
] as const;

/** Copy buttons and passkeys. */
const OURS = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"];

/** What a checkout may need, and its cookies in a frame. Tebex.js itself listens to `unload`. */
const OF_THE_CHECKOUT = ["payment", "storage-access", "sync-xhr", "unload"];

/**
 * The `Permissions-Policy` of an answer.
 * @param checkout origins that may be paid at in a frame; none where nothing is framed.
 */
const permissionsPolicy = (checkout: readonly string[]): string => {
  const framed = ["self", ...checkout.map((origin) => `"${origin}"`)].join(" ");
  return [
    ...UNUSED.map((feature) => `${feature}=()`),
    ...OURS.map((feature) => `${feature}=(self)`),
    ...OF_THE_CHECKOUT.map((feature) => `${feature}=(${framed})`),
  ].join(", ");
};

/** Kinds of answers, by what a browser may do with them. */
export type HeaderProfile =
  | "page"
  /** A page of ours may show it in a frame. */
  | "preview-page"
  | "secret-page"
  | "api"
  | "file"
  | "worker"
  | "docs"
  | "auth";

/**
 * @param pictures origins besides ours from which pages show pictures.
 * @param frames origins whose pages they show in a frame.
 */
const pagePolicy = (
  pictures: readonly string[],
  frames: readonly string[],
  ancestors: "none" | "self" = "none",
) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // Radix, sonner and Tebex.js set inline styles.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...pictures].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    ...(frames.length === 0 ? [] : [["frame-src", ...frames].join(" ")]),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors '${ancestors}'`,
    "require-trusted-types-for 'script'",
    `trusted-types ${Object.values(TRUSTED_TYPES).join(" ")}`,
  ].join("; ");

const API_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// A picture opened by itself is a document too; an SVG one may carry its own styles.
const FILE_POLICY = `${API_POLICY}; style-src 'unsafe-inline'; img-src 'self' data:`;

// It fetches what it keeps, and nothing else.
const WORKER_POLICY = `${API_POLICY}; connect-src 'self'`;

/** The service worker; at the root, as it sees what lies below its own address. */
export const WORKER_PATH = "/sw.js";

const HSTS = "max-age=31536000";

/** Headers of every answer, by its kind. A handler's own header of the same name wins. */
export type SecurityHeaders = Record<HeaderProfile, readonly (readonly [string, string])[]>;

/**
 * Builds the headers that answers carry whatever they say.
 * @param docsPolicy content policy of `/api/docs`, which names its own script and style by hash.
 */
export const securityHeaders = (
  config: Pick<Config, "publicUrl" | "community" | "tebex" | "hasHttpsSubdomains">,
  buildId: string,
  docsPolicy: string,
): SecurityHeaders => {
  const pictures = config.community.pictures.hosts.map((host) => `https://${host}`);
  const shown = [...new Set(pictures)];
  // The window in which baskets are paid.
  const checkout = config.tebex === null ? [] : [new URL(config.tebex.checkoutUrl).origin];
  const isHttps = config.publicUrl.startsWith("https:");
  const hsts = config.hasHttpsSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const ofFiles: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["x-build-id", buildId],
    ["cross-origin-resource-policy", "same-origin"],
    ...(isHttps ? [["strict-transport-security", hsts] as [string, string]] : []),
  ];
  // What runs no script asks for no device: files come without this, one kilobyte less for each.
  const always: [string, string][] = [...ofFiles, ["permissions-policy", permissionsPolicy([])]];
  // The site's editor shows the site beside its forms.
  const frames = ["'self'", ...checkout];
  const pageWith = (ancestors: "none" | "self"): [string, string][] => [
    ["content-security-policy", pagePolicy(shown, frames, ancestors)],
    // A popup of an OAuth flow must be able to speak to its opener.
    ["cross-origin-opener-policy", "same-origin-allow-popups"],
    ["permissions-policy", permissionsPolicy(checkout)],
    ...ofFiles,
  ];
  const toNobody: [string, string] = ["referrer-policy", "no-referrer"];
  const originAlone: [string, string] = ["referrer-policy", "strict-origin-when-cross-origin"];
  return {
    page: [...pageWith("none"), originAlone],
    "preview-page": [...pageWith("self"), originAlone],
    "secret-page": [...pageWith("none"), toNobody],
    // No opener policy here at all: OAuth flows pass through these, redirects included.
    auth: [...always, toNobody, ["content-security-policy", pagePolicy(shown, [])]],
    docs: [
      ...always,
      originAlone,
      ["content-security-policy", docsPolicy],
      ["cross-origin-opener-policy", "same-origin"],
    ],
    file: [...ofFiles, toNobody, ["content-security-policy", FILE_POLICY]],
    worker: [...always, toNobody, ["content-security-policy", WORKER_POLICY]],
    api: [...always, toNobody, ["content-security-policy", API_POLICY]],
  };
};

const FLOW_PATHS: ReadonlySet<string> = new Set([
  ...PLATFORMS.flatMap((platform) => [`/auth/${platform}/start`, `/auth/${platform}/callback`]),
  "/auth/tebex/return",
  TEBEX_WAIT_PATH,
  ...Object.values(LINK_PAGES),
]);

/** True of the windows of an OAuth flow, which must keep their opener, and of no other path. */
const isOfFlow = (path: string): boolean => FLOW_PATHS.has(path);

/** Says that a page is to show the drafts of the site, as the editor's frame asks for it. */
const isPreview = (url: string): boolean => {
  const query = url.split("?", 2)[1] ?? "";
  return query.includes("preview") && new URLSearchParams(query).has("preview");
};

/** Which kind of answer an address gives. @param url with its query. */
export const profileOf = (path: string, url = path): HeaderProfile => {
  if (["/assets/", "/media/", "/pictures/", "/og/"].some((folder) => path.startsWith(folder)))
    return "file";
  if (path === WORKER_PATH) return "worker";
  if (/^\/api\/docs\/?$/i.test(path)) return "docs";
  if (isProbePath(path) || /^\/api(\/|$)/i.test(path)) return "api";
  if (isOfFlow(path)) return "auth";
  if (isSecretPage(path)) return "secret-page";
  return isPreview(url) ? "preview-page" : "page";
};
