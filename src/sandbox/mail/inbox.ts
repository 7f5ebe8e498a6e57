import PostalMime from "postal-mime";

/** So many mails are kept; the oldest go first. */
const KEPT = 500;

/** One mail that was caught. */
export type CaughtMail = {
  /** Whom the server was told to deliver it to, whatever the mail itself says. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** As they stood in the mail, unfolded, by their names in lower case; of several of a name the last. */
  headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  receivedAt: string;
};

/** The mails that arrived, in memory. */
export const createInbox = () => {
  let received = 0;
  let mails: (CaughtMail & { number: number })[] = [];
  return {
    /**
     * @param raw the mail as it came over the wire.
     * @throws where it is no mail.
     */
    add: async (raw: Uint8Array, recipients: readonly string[]): Promise<void> => {
      const parsed = await PostalMime.parse(raw);
      const { subject = "", text = "", html = "" } = parsed;
      const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
      received += 1;
      const receivedAt = new Date().toISOString();
      const to = recipients.join(", ");
      mails = [{ number: received, to, subject, text, html, headers, receivedAt }, ...mails].slice(
        0,
        KEPT,
      );
    },
    /** Newest first; each has a number that stays its own. */
    list: (): readonly (CaughtMail & { number: number })[] => mails,
  };
};
export type Inbox = ReturnType<typeof createInbox>;
