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
