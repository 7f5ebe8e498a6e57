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
      const { subject = "", text = "", html = "" } = await PostalMime.parse(raw);
      received += 1;
      const receivedAt = new Date().toISOString();
      const to = recipients.join(", ");
      mails = [{ number: received, to, subject, text, html, receivedAt }, ...mails].slice(0, KEPT);
    },
    /** Newest first; each has a number that stays its own. */
    list: (): readonly (CaughtMail & { number: number })[] => mails,
  };
};
export type Inbox = ReturnType<typeof createInbox>;
