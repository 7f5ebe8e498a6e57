/** A mailbox and whose it is. */
export type Mailbox = { name: string; address: string };

/** One mail to one person, ready to be sent. */
export type OutgoingMail = {
  /** The same for every attempt at the same mail, so that a second copy is recognised as one. */
  id: string;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** Where its recipient ends such mails with one click; null or left out for one that they need. */
  unsubscribeUrl?: string | null;
};

/**
 * What became of an attempt. `code` names the failure without a word of the mail or its addresses;
 * `isServerDown` says that the next mail would fare no better.
 */
export type MailOutcome = { isSent: true } | { isSent: false; code: string; isServerDown: boolean };

export type Mailer = {
  /**
   * Has the mail server greet us and let us in, within 10 s, without naming a recipient. Never throws.
   * @returns null where it does, otherwise the code of the failure, such as `EAUTH 535`.
   */
  greet(): Promise<string | null>;
  /** Hands one mail to the mail server, within 20 s; 10 more to learn if it is down. Never throws. */
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Lets the connections go. */
  close(): void;
};

/**
 * Makes a mailer for as long as there is something to send; it connects with the first mail. Null
 * while the mail server is not to be asked.
 */
export type OpenMailer = () => Promise<Mailer | null>;

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

/** One delivery, as it goes out. */
export type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
};

export type WebhookOutcome =
  | { isSent: true }
  | {
      isSent: false;
      /** Why, in words of ours. */
      error: string;
      /** The receiver says that nobody is there for good. */
      isGone: boolean;
      /** Of a receiver that asks to be left alone for a while, in milliseconds; null for any other. */
      retryAfterMs: number | null;
    };

/** Hands one delivery over. Never throws. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookOutcome>;
