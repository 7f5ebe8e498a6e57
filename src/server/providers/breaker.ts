import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { type BreakerState, type Provider, PROVIDERS } from "#shared/constants/health.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

/** So many failures, one after the other within this time, and the provider is left alone. */
const FAILURES_MAX = 5;
const WINDOW_MS = 5 * MINUTE_MS;
/** How long it is left alone before it is tried again, and what is added at random. */
const COOL_DOWN_MS = 30_000;
const JITTER_MS = 15_000;

/** What a breaker knows of its provider. */
export type BreakerReport = {
  state: BreakerState;
  /** Since when it is in trouble, or well; null where it was never in trouble. */
  since: Date | null;
  lastFailure: { reason: string; at: Date } | null;
  /** Calls that failed since this program started, without those that were not made. */
  failures: number;
  /** When somebody is let through next; null while it is closed. */
  retryAt: Date | null;
  /** When it last did what it should; null for never. */
  lastSuccessAt: Date | null;
  /** Since when it refuses what is configured for it; null where it does not. */
  refusedSince: Date | null;
};

/**
 * Keeps a provider that fails from being asked again and again. Of every call that it admits, one of
 * the others is told how it ended.
 */
export type Breaker = {
  /** Whether to ask now. When the cool-down is over one caller is let through, as a probe. */
  admits(): boolean;
  succeeded(): void;
  /** @param reason in a word of ours: nothing that came from outside. */
  failed(reason: string): void;
  /** It answers: no more is known. */
  answered(): void;
  /** It answers, and refuses our id, secret or key. It is asked on: what is wrong is not its answering. */
  refused(): void;
  /** The call says nothing of the provider: it was the person's, or ours. */
  dismissed(): void;
  report(): BreakerReport;
};

/** @param log told when the provider is left alone, and when it is asked again. */
export const createBreaker = (
  { clock, log }: { clock: Clock; log: Log | null },
  provider: string,
): Breaker => {
  let failures = 0;
  let recent: number[] = [];
  let since: Date | null = null;
  let retryAtMs: number | null = null;
  let isProbing = false;
  let lastFailure: BreakerReport["lastFailure"] = null;
  let lastSuccessAt: Date | null = null;
  let refusedSince: Date | null = null;

  const stateOf = (): BreakerState => {
    if (retryAtMs === null) return "closed";
    return isProbing ? "half-open" : "open";
  };
  const rest = (nowMs: number) => {
    retryAtMs = nowMs + COOL_DOWN_MS + Math.random() * JITTER_MS;
  };

  /** It answers again, if it had stopped. */
  const resume = (now: Date) => {
    recent = [];
    isProbing = false;
    if (retryAtMs === null) return;
    retryAtMs = null;
    const seconds = Math.round((now.getTime() - (since ?? now).getTime()) / 1000);
    since = now;
    log?.warn("provider.resumed", { provider, seconds });
  };

  return {
    admits: () => {
      if (retryAtMs === null) return true;
      const nowMs = clock.now().getTime();
      if (nowMs < retryAtMs) return false;
      // Whatever becomes of the probe, somebody else is let through after another cool-down.
      rest(nowMs);
      isProbing = true;
      return true;
    },
    succeeded: () => {
      const now = clock.now();
      lastSuccessAt = now;
      refusedSince = null;
      resume(now);
    },
    failed: (reason) => {
      const now = clock.now();
      const nowMs = now.getTime();
      failures += 1;
      lastFailure = { reason, at: now };
      isProbing = false;
      if (retryAtMs !== null) return rest(nowMs);
      recent = [...recent.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
      if (recent.length < FAILURES_MAX) return;
      recent = [];
      since = now;
      rest(nowMs);
      log?.warn("provider.paused", { provider, reason, failures: FAILURES_MAX });
    },
    answered: () => resume(clock.now()),
    refused: () => {
      const now = clock.now();
      failures += 1;
      lastFailure = { reason: "refused", at: now };
      if (refusedSince === null) log?.warn("provider.refused", { provider });
      refusedSince ??= now;
      resume(now);
    },
    dismissed: () => {
      if (!isProbing) return;
      isProbing = false;
      retryAtMs = clock.now().getTime();
    },
    report: () => ({
      state: stateOf(),
      since,
      lastFailure,
      failures,
      retryAt: retryAtMs === null ? null : new Date(retryAtMs),
      lastSuccessAt,
      refusedSince,
    }),
  };
};

/** One for each provider, for this process: what other instances find is theirs. */
export type Breakers = Readonly<Record<Provider, Breaker>>;

/** All of them, closed. */
export const createBreakers = (given: { clock: Clock; log: Log }): Breakers =>
  Object.fromEntries(
    PROVIDERS.map((provider) => [provider, createBreaker(given, provider)]),
  ) as Record<Provider, Breaker>;
