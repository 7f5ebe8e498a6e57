import type { Breaker } from "#server/providers/breaker.ts";
import { IdentityFailure, type IdentityProvider } from "./port.ts";

/**
 * A provider that is not asked while its breaker is open: people are told what they are told of one
 * that is down. A whole flow counts as one call, since one of its hops may fail where others are well.
 */
export const guarded = (provider: IdentityProvider, breaker: Breaker): IdentityProvider => ({
  begin: (callbackUrl) => provider.begin(callbackUrl),
  finish: async (...answer) => {
    if (!breaker.admits()) throw new IdentityFailure("resting");
    try {
      const identity = await provider.finish(...answer);
      breaker.succeeded();
      return identity;
    } catch (error) {
      // What a person brings back may be anything: it must not close the door for others.
      if (error instanceof IdentityFailure && error.isProviders) breaker.failed(error.detail);
      else breaker.dismissed();
      throw error;
    }
  },
});
