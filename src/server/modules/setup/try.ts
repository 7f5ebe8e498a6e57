import type { z } from "zod";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { trialMailOf } from "#server/modules/mail/index.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import type { TriedProvider } from "#shared/constants/setup.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import type { TrialOutcome, trialInput, trialMailInput } from "#shared/schemas/setup.ts";
import { SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";

/** Counts a trial before it is made. */
const begin = (ctx: MemberCtx, limit: LimitName): Promise<void> =>
  ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count(limit, tx.actor.userId);
  });

const noteOutcome = async (
  ctx: MemberCtx,
  tried: TriedProvider | "mail",
  outcome: TrialOutcome | null,
): Promise<TrialOutcome> => {
  if (outcome === null) throw new AppError("conflict", SETUP_WIZARD.notConfigured);
  await ctx.write((tx) =>
    tx.audit({
      action: "setup.tried",
      subject: null,
      after: { platform: tried, status: outcome.failure ?? "ok" },
    }),
  );
  return outcome;
};

/**
 * Asks a provider whether it takes what is configured [SETUP-04].
 * @throws {AppError} `conflict` where nothing is configured, `too_many_requests`.
 */
export const tryProvider = async (
  ctx: MemberCtx,
  { provider }: z.infer<typeof trialInput>,
): Promise<TrialOutcome> => {
  await begin(ctx, "trialsByMember");
  return noteOutcome(ctx, provider, await ctx.trials.provider(provider));
};

/**
 * Sends a mail to an address at once, beside the outbox, and tells what the mail server answered.
 * @throws {AppError} `bad_request` for what is no email address, `conflict` where no mail server is
 *   configured, `too_many_requests`.
 */
export const sendTrialMail = async (
  ctx: MemberCtx,
  { email }: z.infer<typeof trialMailInput>,
): Promise<TrialOutcome> => {
  const problem = emailProblem(email);
  if (problem !== null) throw wrongInput(problem, ["email"]);
  await begin(ctx, "trialMailsByMember");
  const { config } = ctx;
  const mail = {
    id: crypto.randomUUID(),
    to: { name: "", address: email.trim() },
    ...trialMailOf(config),
  };
  return noteOutcome(ctx, "mail", await ctx.trials.mail(mail));
};
