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
export const permissionsPolicy = (checkout: readonly string[]): string => {
  const framed = ["self", ...checkout.map((origin) => `"${origin}"`)].join(" ");
  return [
    ...UNUSED.map((feature) => `${feature}=()`),
    ...OURS.map((feature) => `${feature}=(self)`),
    ...OF_THE_CHECKOUT.map((feature) => `${feature}=(${framed})`),
  ].join(", ");
};
