import type { PushTrouble } from "#server/modules/push/index.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { type Finding, ok, together, warn } from "./finding.ts";

/** Whether the push services of browsers take what the site sends [PUSH-09]. */
export const judgePush = ({ browsers, refusing }: PushTrouble): Finding =>
  refusing.length === 0
    ? ok(HEALTH_WORK.push(browsers))
    : together(
        refusing.map(({ host, code, browsers: refused }) =>
          warn(HEALTH_WORK.pushRefused(host, code, refused)),
        ),
      );
