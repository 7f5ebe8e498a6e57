import type { MemberCtx } from "#server/context/context.ts";
import type { HealthTrouble, SiteHealth } from "#shared/schemas/health.ts";

/** How the site is, as the instance that answers has found it within the last seconds. */
export const readHealth = ({ watch }: MemberCtx): Promise<SiteHealth> => watch.read();

/** How many of the checks are not well. */
export const countTrouble = async ({ watch }: MemberCtx): Promise<HealthTrouble> => {
  const { checks } = await watch.read();
  const countOf = (wanted: "fail" | "warn") =>
    checks.filter(({ state }) => state === wanted).length;
  return { fail: countOf("fail"), warn: countOf("warn") };
};
