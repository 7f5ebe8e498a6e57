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
