import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { readProof, spendProof } from "#server/auth/proofs.ts";
import type { RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { DISCORD_LOGIN } from "#shared/factor-messages.ts";
import type { discordLoginInput } from "#shared/schemas/factors.ts";
import { completeLogin, loginAnswer } from "./complete-login.ts";

const notProven = () => new AppError("discord_not_proven", DISCORD_LOGIN.notProven);

/**
 * Logs in the member who has linked the Discord account that this browser has just proven: one factor,
 * as the password is [FACTOR-06]. The proof is spent with it; one of an account that nobody has linked stays,
 * for whoever goes on to register.
 * @throws {AppError} `discord_not_proven`, `discord_unlinked`, `second_factor` and what else a login is
 *   refused for.
 */
export const loginWithDiscord = async (
  ctx: RequestCtx,
  { discordId }: z.infer<typeof discordLoginInput>,
): Promise<{ token: string }> => {
  const { links, users } = ctx.tables;
  const { secret } = ctx.browser;
  const whose = { browserSecret: secret ?? "", platform: "discord" } as const;
  const proof = secret === null ? null : await readProof(ctx.read, whose);
  if (proof === null || proof.externalId !== discordId) throw notProven();
  const isIt = and(eq(links.platform, "discord"), eq(links.externalId, discordId));
  const [link] = await ctx.read
    .select({ userId: links.userId })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(isIt, isNull(users.waitsSince)));
  if (link === undefined) throw new AppError("discord_unlinked", DISCORD_LOGIN.unlinked);
  const { userId } = link;
  const outcome = await completeLogin(ctx, {
    userId,
    firstStep: { way: "discord" },
    alongside: async (tx) => {
      if ((await spendProof(tx, { ...whose, externalId: discordId })) === null) throw notProven();
      // Unlinked since, it is nobody's.
      const [still] = await tx
        .select({ userId: links.userId })
        .from(links)
        .where(and(isIt, eq(links.userId, userId)));
      if (still === undefined) throw new AppError("discord_unlinked", DISCORD_LOGIN.unlinked);
    },
  });
  return loginAnswer(outcome);
};
