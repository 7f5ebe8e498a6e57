import { problemLines } from "#server/config/community-file.ts";
import type { CheckedSite } from "#server/modules/site/index.ts";
import type { ProblemLevel } from "#shared/constants/site-checks.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { SITE_CHECKS } from "#shared/site-check-messages.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const JUDGED: Readonly<Record<ProblemLevel, (message: string) => Finding>> = {
  error: fail,
  warning: warn,
  hint: ok,
};

/**
 * What is found in the site's document: as bad as the worst of it. Of hints it is well, and they are
 * said all the same.
 */
export const judgeSite = ({ version, problems }: CheckedSite): Finding => {
  const countOf = (wanted: ProblemLevel) => problems.filter(({ level }) => level === wanted).length;
  const counts = {
    errors: countOf("error"),
    warnings: countOf("warning"),
    hints: countOf("hint"),
  };
  const worst: ProblemLevel =
    counts.errors > 0 ? "error" : counts.warnings > 0 ? "warning" : "hint";
  const lines = problemLines(problems, ({ level }) => HEALTH.levels[level]);
  return JUDGED[worst]([HEALTH.site(version, SITE_CHECKS.found(counts)), ...lines].join("\n"));
};
