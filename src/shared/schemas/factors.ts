import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SECOND_STEPS } from "#shared/constants/factors.ts";

/** A login whose first step is proven: with what its second step is asked for, and how it can be proven. */
export const pendingLogin = z.object({ ticket: z.string(), ways: z.array(z.enum(SECOND_STEPS)) });
export type PendingLogin = z.infer<typeof pendingLogin>;

const ticket = z.string().check(z.minLength(1), z.maxLength(LENGTHS.secret));

/** The Discord account that this browser has just proven. */
export const discordLoginInput = z.object({
  discordId: z.string().check(z.minLength(1), z.maxLength(LENGTHS.discordId)),
});

/** The login that waits. */
export const ticketInput = z.object({ ticket });

/** `POST Auth/second-step`: a code of the app, or a recovery code, blanks and dashes as people type them. */
export const secondStepInput = z.object({
  ticket,
  code: z.string().check(z.maxLength(LENGTHS.id)),
});

const time = z.iso.datetime();

/** An app that is being set up. */
export const appSetup = z.object({
  /** In base32, for whoever types it. */
  secret: z.string(),
  /** `otpauth://…`, which the picture shows. */
  address: z.string(),
  /** To be sent back with the first code. */
  setup: z.string(),
});
export type AppSetup = z.infer<typeof appSetup>;
export const addAppInput = z.object({
  setup: z.string().check(z.maxLength(LENGTHS.secret)),
  code: z.string().check(z.maxLength(LENGTHS.id)),
});
/** New recovery codes, shown this once; null where the ones before stay. */
export const addedApp = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export type AddedApp = z.infer<typeof addedApp>;

/** One's second factors. */
export const ownFactors = z.object({
  app: z.nullable(z.object({ addedAt: time, lastUsedAt: z.nullable(time) })),
  recoveryCodes: z.nullable(z.object({ left: z.int(), madeAt: time })),
  /** When a reset that waits removes them; null where none waits. */
  resetEndsAt: z.nullable(time),
});
export type OwnFactors = z.infer<typeof ownFactors>;

/** Of a mail. */
export const codeInput = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(LENGTHS.secret)),
});
export const resetBegun = z.object({ endsAt: time });
