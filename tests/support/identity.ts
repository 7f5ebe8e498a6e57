import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import {
  IdentityFailure,
  type IdentityFailureDetail,
  type IdentityFailureReason,
} from "#server/providers/ports/people.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { afterThisTest } from "./cleanup.ts";
import { passDeadlines } from "./deadlines.ts";
import { rejectionOf } from "./rejection.ts";

export const SITE = "http://localhost:3000";
/** Where the site takes people back. */
export const callbackOf = (platform: Platform): string => `${SITE}/auth/${platform}/callback`;

/** The imitated world until the test ends, and what the site is told of it. */
export const identityWorld = async (): Promise<{ sandbox: Sandbox; config: Config }> => {
  const sandbox = await startSandbox();
  sandbox.outages.onDawdle(passDeadlines);
  afterThisTest(() => sandbox.stop());
  return { sandbox, config: await loadConfig(sandbox.environment) };
};

/** A part of the configuration that the sandbox is known to bring along. */
export const configured = <T>(part: T | null): T => {
  if (part === null) throw new Error("The sandbox's environment does not configure this provider.");
  return part;
};

/** Why an account could not be proven, in the log's words and in people's. */
export const identityFailure = async (
  work: Promise<unknown>,
): Promise<[IdentityFailureDetail, IdentityFailureReason]> => {
  const error = await rejectionOf(work);
  if (!(error instanceof IdentityFailure)) throw error;
  return [error.detail, error.reason];
};
