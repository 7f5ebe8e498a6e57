import type { MemberCtx } from "#server/context/context.ts";
import type { Provider } from "#shared/constants/providers.ts";
import { PROVIDERS } from "#shared/constants/providers.ts";
import type { ProviderList } from "#shared/schemas/administration.ts";

type Configured = MemberCtx["config"];

const isConfigured = (config: Configured, provider: Provider): boolean =>
  (provider === "smtp" ? config.mail : config[provider]) !== null;

/**
 * How the providers are that this site asks, as this instance has found them. Reads memory alone.
 * @returns those that are configured.
 */
export const listProviders = ({ config, breakers, instanceId }: MemberCtx): ProviderList => ({
  instanceId,
  providers: PROVIDERS.filter((provider) => isConfigured(config, provider)).map((provider) => {
    const report = breakers[provider].report();
    const { state, since, lastFailure, failures, retryAt, refusedSince } = report;
    return {
      provider,
      state,
      since: since?.toISOString() ?? null,
      lastFailure: lastFailure && {
        reason: lastFailure.reason,
        at: lastFailure.at.toISOString(),
      },
      failures,
      retryAt: retryAt?.toISOString() ?? null,
      refusedSince: refusedSince?.toISOString() ?? null,
    };
  }),
});
