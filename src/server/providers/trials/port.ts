import type { OutgoingMail } from "#server/providers/mail/port.ts";
import type { TrialFailure, TriedProvider } from "#shared/constants/setup.ts";

/** What came of a trial. */
export type TrialOutcome = {
  /** Null where what is configured was taken. */
  failure: TrialFailure | null;
  /** What was answered, as one harmless line; null where nothing says more. */
  answer: string | null;
};

/** Tries what is configured, as an owner asks for it. Nothing is kept, and nothing throws. */
export type Trials = {
  /** One question of at most 10 s. @returns null where the provider is not configured. */
  provider(provider: TriedProvider): Promise<TrialOutcome | null>;
  /** Hands one mail to the mail server, within 20 s. @returns null where none is configured. */
  mail(mail: OutgoingMail): Promise<TrialOutcome | null>;
};
