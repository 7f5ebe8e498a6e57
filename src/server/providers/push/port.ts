/** Where a browser is reached, and with which keys what is sent there is encrypted. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** What the service worker gets, as it is: at most 3,000 bytes. */
  text: string;
  /** A later message of the same topic takes the place of one that was not delivered yet; null for none. */
  topic: string | null;
  /** For how long the service keeps it for a browser that is not there. */
  keptMs: number;
};

/**
 * What became of a message: taken by the service; its subscription is none any more; to be tried again, after a time
 * if the service says so; or refused, however often it is tried. `code` names why, without a word of the message.
 */
export type PushOutcome =
  | { kind: "sent" }
  | { kind: "gone" }
  | { kind: "later"; afterMs: number | null; code: string }
  | { kind: "refused"; code: string };

export type PushSender = {
  /** What browsers subscribe with, in base64url. */
  readonly publicKey: string;
  /** Whether messages may be sent to an address that a browser gave: on a known host, over https. */
  isAllowed(endpoint: string): boolean;
  /** Whether keys are such that something can be encrypted for them. */
  areKeys(keys: { p256dh: string; auth: string }): Promise<boolean>;
  /** Sends one message within 10 s; follows no redirect. Never throws. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};
