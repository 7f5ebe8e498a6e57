import { Link, type LinkProps } from "@tanstack/react-router";
import {
  ChevronRight,
  CircleCheck,
  type LucideIcon,
  OctagonAlert,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import type { HealthCheckName, HealthCheckState } from "#shared/constants/health.ts";
import { HEALTH_POLL_MS } from "#shared/constants/timings.ts";
import { HEALTH_SCREEN } from "#shared/health-work-messages.ts";
import type { SiteHealth } from "#shared/schemas/health.ts";
import { FailedMails } from "./failed-mails.tsx";
import { FoldRow, foldedOnPhone } from "./fold-row.tsx";
import { Jobs } from "./jobs.tsx";
import { StateMark } from "./state-mark.tsx";

const ROW = "grid gap-x-6 gap-y-1.5 px-4 py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)] @2xl:px-5";
const CHECKS_ID = "health-checks";

/** Where somebody looks further. */
const LEADS: Partial<Record<HealthCheckName, LinkProps & { label: string }>> = {
  providers: { to: "/member/admin/providers", label: "Providers" },
  site: { to: "/member/admin/site", label: "Site" },
  "audit chain": { to: "/member/admin/audit", label: "Audit Log" },
};
const SHOP_LEADS: typeof LEADS = {
  "store events": { to: "/member/admin/inbox", label: "Store Events" },
};

const RANK: Readonly<Record<HealthCheckState, number>> = { fail: 0, warn: 1, ok: 2 };

type Check = SiteHealth["checks"][number];

const CheckRow = ({ name, state, message, className }: Check & { className?: string }) => {
  const hasShop = useSite().shop !== null;
  const lead = LEADS[name] ?? (hasShop ? SHOP_LEADS[name] : undefined);
  return (
    <li className={cn(ROW, className)}>
      <div>
        <p className="font-semibold text-ink">{HEALTH_SCREEN.names[name]}</p>
        <StateMark state={state}>{HEALTH_SCREEN.states[state]}</StateMark>
      </div>
      <div className="space-y-1 text-sm wrap-anywhere text-pretty text-muted">
        {message.split("\n").map((line) => (
          <p key={line} className={state === "ok" ? undefined : "text-ink"}>
            {line}
          </p>
        ))}
        {lead !== undefined && state !== "ok" && (
          <Link
            {...lead}
            className="inline-flex min-h-6 items-center gap-1 font-semibold text-accent-strong hover:underline"
          >
            {lead.label}
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
    </li>
  );
};

const SUMMARIES: Readonly<Record<HealthCheckState, { icon: LucideIcon; look: string }>> = {
  ok: { icon: CircleCheck, look: "text-moss" },
  warn: { icon: TriangleAlert, look: "text-accent-strong" },
  fail: { icon: OctagonAlert, look: "text-ember" },
};

/** How it is as a whole, and when that was found. */
const Summary = ({ at, checks }: SiteHealth) => {
  const countOf = (wanted: HealthCheckState) =>
    checks.filter(({ state }) => state === wanted).length;
  const [fails, warns] = [countOf("fail"), countOf("warn")];
  const state = fails > 0 ? "fail" : warns > 0 ? "warn" : "ok";
  const { icon: Icon, look } = SUMMARIES[state];
  const texts = [
    ...(fails > 0 ? [HEALTH_SCREEN.fails(fails)] : []),
    ...(warns > 0 ? [HEALTH_SCREEN.warns(warns)] : []),
  ];
  return (
    <div className="panel mt-3 flex items-start gap-3 p-4 sm:items-center">
      <Icon aria-hidden className={cn("size-7 shrink-0", look)} />
      <div>
        <output className={cn("block text-lg font-semibold", look)}>
          {texts.length === 0 ? HEALTH_SCREEN.allWell : texts.join(", ")}
        </output>
        <p className="text-sm text-muted">
          {HEALTH_SCREEN.lookedAt} <TimeAgo at={at} />, {HEALTH_SCREEN.instance}
        </p>
      </div>
    </div>
  );
};

const Found = (health: SiteHealth) => {
  const [isOpen, setIsOpen] = useState(false);
  const well = health.checks.filter(({ state }) => state === "ok").length;
  return (
    <>
      <Summary {...health} />
      <h2 id={CHECKS_ID} className="sr-only">
        {HEALTH_SCREEN.checks}
      </h2>
      <ul aria-labelledby={CHECKS_ID} className="panel @container mt-3 divide-y divide-ground-700">
        {health.checks
          .toSorted((a, b) => RANK[a.state] - RANK[b.state])
          .map((check) => (
            <CheckRow
              key={check.name}
              {...check}
              className={check.state === "ok" ? foldedOnPhone(isOpen) : undefined}
            />
          ))}
        {well > 0 && (
          <FoldRow
            label={HEALTH_SCREEN.checksWell(well)}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
          />
        )}
      </ul>
    </>
  );
};

/** How the site is, and what to do about it, as the instance that answers finds it. */
export const HealthScreen = () => {
  const { data, isError, isFetching, refetch } = trpc.health.read.useQuery(undefined, {
    refetchInterval: HEALTH_POLL_MS,
  });
  return (
    <>
      <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={HEALTH_SCREEN.title} />
      {isError && (
        <div className="mt-3">
          <LoadFailed
            message={HEALTH_SCREEN.failed}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data !== undefined && <Found {...data} />}
      {data === undefined && !isError && (
        <div className="mt-3">
          <SkeletonRows rows={10} className={ROW}>
            <Skeleton className="h-10 w-full sm:col-span-2" />
          </SkeletonRows>
        </div>
      )}
      <FailedMails />
      {data !== undefined && <Jobs jobs={data.jobs} />}
    </>
  );
};
