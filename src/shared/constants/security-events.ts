/** What somebody is told by mail of their own account [SAFE-05]. */
export const SECURITY_EVENTS = [
  "newBrowser",
  "newNetwork",
  "passkeyAdded",
  "passkeyRemoved",
  "passkeyCopied",
  "codesGuessed",
  "factorAdded",
  "factorReplaced",
  "factorRemoved",
  "factorReset",
  "recoveryCodesMade",
  "recoveryCodeUsed",
  "addressChanged",
  "linkAdded",
  "linkRemoved",
  "roleChanged",
  "accountClosed",
  "accountReopened",
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Those that a member may do without [SAFE-07]. */
export const LINK_EVENTS: ReadonlySet<SecurityEvent> = new Set(["linkAdded", "linkRemoved"]);
