import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import { USER_AGENT } from "#server/core/version.ts";
import type { PasswordRange } from "#server/providers/ports/people.ts";
import { readLimited } from "#server/providers/received-text.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

/** Somebody waits for their account meanwhile. */
const TIMEOUT_MS = 1500;
/** So long nobody waits for it again after it has failed. */
const PAUSE_MS = MINUTE_MS;
/** A range has about a thousand lines, filled up to hide how many. */
const ANSWER_MAX_BYTES = 512 * 1024;
/** Digits that are told. */
const TOLD = 5;

/** "1E4C9B93F3F0682250B6CF8331B7EE68FD8:42" for each; lines that fill up say 0. */
const isListed = (answer: string, rest: string): boolean =>
  answer.split(/\r?\n/).some((line) => {
    const [suffix = "", times = ""] = line.trim().split(":");
    return suffix.toUpperCase() === rest && /^[1-9]\d*$/.test(times);
  });

/**
 * Asks a list of stolen passwords by range (k-anonymity).
 * @param given.base origin of the list, without a trailing slash.
 */
export const createPasswordRange = ({
  base,
  clock,
  log,
}: {
  base: string;
  clock: Clock;
  log: Log;
}): PasswordRange => {
  let pausedUntilMs = 0;
  return async (password) => {
    if (clock.now().getTime() < pausedUntilMs) return false;
    const digits = new Bun.CryptoHasher("sha1").update(password).digest("hex").toUpperCase();
    try {
      const response = await fetch(`${base}/range/${digits.slice(0, TOLD)}`, {
        headers: { "add-padding": "true", "user-agent": USER_AGENT },
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = response.ok ? await readLimited(response, ANSWER_MAX_BYTES) : null;
      if (answer === null) throw new Error(`The list answered ${response.status}.`);
      return isListed(answer, digits.slice(TOLD));
    } catch (error) {
      pausedUntilMs = clock.now().getTime() + PAUSE_MS;
      // The name of the failure alone: nothing of what was asked.
      log.warn("password_range.failed", {
        reason: error instanceof Error ? error.name : "unknown",
      });
      return false;
    }
  };
};
