import { z } from "zod/mini";
import { CONSENT_KINDS, CONSENT_WAYS, POLICY_KINDS } from "#shared/constants/accounts.ts";

const policyKind = z.enum(POLICY_KINDS);
/** A version of the site's document, or of a text of the program. */
const version = z.int();

/** Something that a person agreed to, refused or withdrew. */
const consentEntry = z.object({
  kind: z.enum(CONSENT_KINDS),
  /** Of the text that was shown; 0 where that is not known. */
  version,
  isGiven: z.boolean(),
  way: z.enum(CONSENT_WAYS),
  at: z.iso.datetime(),
});
export type ConsentEntry = z.infer<typeof consentEntry>;

/** What somebody agreed to. */
export const memberConsents = z.object({
  /** What this community has, and whether the site asks for it now. */
  policies: z.array(z.object({ kind: policyKind, isAsked: z.boolean() })),
  /** Whoever has no entry of a policy agreed to it on that day. */
  joinedAt: z.iso.datetime(),
  /** The newest first. */
  entries: z.array(consentEntry),
});
export type MemberConsents = z.infer<typeof memberConsents>;

const askedPolicy = z.object({
  kind: policyKind,
  /** When it was changed; null where it was not, and nobody has ever shown it to them. */
  changedAt: z.nullable(z.iso.datetime()),
});
export type AskedPolicy = z.infer<typeof askedPolicy>;
export const askedPolicies = z.array(askedPolicy);

export const consentAnswer = z.strictObject({
  kinds: z.array(policyKind).check(z.minLength(1), z.maxLength(POLICY_KINDS.length)),
  isGiven: z.boolean(),
  /** The site's version whose texts were shown. */
  shown: version.check(z.minimum(0)),
});
export type ConsentAnswer = z.infer<typeof consentAnswer>;

/** Policies of which everybody is asked to agree again. */
export const asksAgain = z._default(
  z.array(policyKind).check(z.maxLength(POLICY_KINDS.length)),
  [],
);

export const policyInput = z.strictObject({ kind: policyKind });

/** How a policy differs from what somebody agreed to, paragraph by paragraph. */
export const policyChanges = z.object({
  /** What is new or says something else, in its order. */
  added: z.array(z.string()),
  /** What is not there any more. */
  removed: z.array(z.string()),
  /** True where the list ends before the changes do. */
  isCut: z.boolean(),
});
export type PolicyChanges = z.infer<typeof policyChanges>;
