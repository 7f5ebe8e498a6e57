import type { HealthCheckState } from "#shared/constants/health.ts";
import { HEALTH } from "#shared/health-messages.ts";

/** What a check has found. */
export type Finding = {
  state: HealthCheckState;
  /** What is so, and where it is not well, what to do. One line for each thing there is to say. */
  message: string;
};

export const ok = (message: string): Finding => ({ state: "ok", message });
export const warn = (message: string): Finding => ({ state: "warn", message });
export const fail = (message: string): Finding => ({ state: "fail", message });

/** @param why a sentence. @param what of the check; all of it unless it is given. */
export const notLookedAt = (why: string, what?: string): Finding =>
  warn(HEALTH.notLookedAt(why, what));

/** Several as one, which is as bad as the worst of them. */
export const together = (findings: readonly Finding[]): Finding => {
  const worst = (["fail", "warn"] as const).find((wanted) =>
    findings.some(({ state }) => state === wanted),
  );
  return { state: worst ?? "ok", message: findings.map(({ message }) => message).join("\n") };
};
