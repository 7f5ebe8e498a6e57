import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SETUP_STEPS, TRIAL_FAILURES, TRIED_PROVIDERS } from "#shared/constants/setup.ts";
import { newAccount } from "./accounts.ts";
import { line } from "./text.ts";

/** What a link to the first Admin's account is good for; why not, where it is good for nothing. */
export const SETUP_LINK_STATES = ["open", "missing", "unknown", "expired", "done"] as const;
export type SetupLinkState = (typeof SETUP_LINK_STATES)[number];

const token = z.nullish(z.string().check(z.maxLength(LENGTHS.secret)));

export const setupLinkInput = z.object({ token });
export const setupLinkOutput = z.object({ state: z.enum(SETUP_LINK_STATES) });

export const firstAdminInput = z.object({ ...newAccount, token });
export type FirstAdminInput = z.infer<typeof firstAdminInput>;

export const firstAdmin = z.object({ email: z.string() });

/** How far an owner has come. */
export const setupState = z.object({
  steps: z.array(
    z.object({
      step: z.enum(SETUP_STEPS),
      /** As the site is now. */
      isDone: z.boolean(),
      /** Put aside by an Admin. */
      isSkipped: z.boolean(),
    }),
  ),
  /** Whether `PUBLIC_URL` says where the site is; otherwise addresses name this machine. */
  isPublicUrlSet: z.boolean(),
  /** Whether what is published began as the built-in example, whose servers are nobody's. */
  isExample: z.boolean(),
  /** The keys of the servers that the example has brought along. */
  exampleServers: z.array(z.string()),
});
export type SetupState = z.output<typeof setupState>;

export const skipInput = z.strictObject({ step: z.enum(SETUP_STEPS), isSkipped: z.boolean() });

export const trialInput = z.strictObject({ provider: z.enum(TRIED_PROVIDERS) });
export const trialMailInput = z.strictObject({ email: line(LENGTHS.email) });
export const trialOutcome = z.object({
  /** Null where what is configured was taken. */
  failure: z.nullable(z.enum(TRIAL_FAILURES)),
  /** What was answered, in the provider's own words; null where nothing says more. */
  answer: z.nullable(z.string()),
});
export type TrialOutcome = z.output<typeof trialOutcome>;

/** Counted to a hundred. */
export const waitingRegistrations = z.object({ count: z.int() });
