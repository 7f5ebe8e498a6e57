import { Link, type LinkProps } from "@tanstack/react-router";
import {
  ChevronRight,
  CircleCheck,
  type LucideIcon,
  OctagonAlert,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { forThose, FRESH, ONCE } from "#client/lib/routing/lazy-route.ts";
import { ADMINS } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import type { HealthCheckName, HealthCheckState } from "#shared/constants/health.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { HEALTH_POLL_MS, MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { FAILED_MAILS, HEALTH_SCREEN } from "#shared/health-work-messages.ts";
import type { SiteHealth } from "#shared/schemas/health.ts";
import { foldedOnPhone, FoldRow, Jobs, StateMark } from "./jobs.tsx";

const MAILS_ID = "failed-mails";
const MAIL_ROW =
  "grid gap-x-4 gap-y-1 px-4 py-3 text-sm text-muted sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:items-center @2xl:px-5";

/** Sends one mail again, or all; says what came of it. */
const useSendAgain = (onDone: () => void) => {
  const { mail, health } = trpc.useUtils();
  return trpc.mail.resendFailed.useMutation({
    onSuccess: (sentence) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onError: (error) => toast("error", messageOf(error) ?? HEALTH_SCREEN.sendFailed, "admin"),
    onSettled: () => Promise.all([mail.invalidate(), health.invalidate()]),
  });
};

/** Emails that could not be sent, which can be sent again. */
const FailedMails = () => {
  const list = trpc.mail.failed.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, refetchInterval: MEMBER_POLL_MS },
  );
  const mails = itemsOf(list.data);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, variables } = useSendAgain(() => setIsAsking(false));
  const isSendable = mails?.some(({ kind }) => kind !== null) ?? false;
  return (
    <section aria-labelledby={MAILS_ID} className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={MAILS_ID} className="font-display text-2xl font-bold tracking-wide display-case">
          {HEALTH_SCREEN.mails}
        </h2>
        {isSendable && (
          <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
            {HEALTH_SCREEN.sendAllAgain}
          </Button>
        )}
      </div>
      <p className="mt-1 mb-3 max-w-[75ch] text-sm text-pretty text-muted">
        {HEALTH_SCREEN.mailsIntro}
      </p>
      <PagedList
        label={HEALTH_SCREEN.mails}
        list={list}
        items={mails}
        counted={["email", "emails"]}
        failure={HEALTH_SCREEN.mailsFailed}
        skeletons={
          <SkeletonRows rows={1} className={MAIL_ROW}>
            <Skeleton className="h-6 w-full" />
          </SkeletonRows>
        }
        empty={<p className="panel px-5 py-4 text-sm text-muted">{HEALTH_SCREEN.noMails}</p>}
      >
        {({ id, kind, to, error, failedAt }) => (
          <li key={id} className={MAIL_ROW}>
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold text-ink">
                {kind === null ? HEALTH_SCREEN.unreadable : FAILED_MAILS.kinds[kind]}
              </p>
              {to !== null && <p>{to}</p>}
            </div>
            <p className="min-w-0 wrap-anywhere">
              {HEALTH_SCREEN.givenUp} <TimeAgo at={failedAt} />
              {error !== "" && <span className="text-faint"> · {error}</span>}
            </p>
            {kind !== null && (
              <Button
                variant="outline"
                size="sm"
                className="justify-self-start max-md:h-11"
                isBusy={isPending && variables.id === id}
                onClick={() => mutate({ id })}
              >
                {HEALTH_SCREEN.sendAgain}
              </Button>
            )}
          </li>
        )}
      </PagedList>
      <ConfirmDialog
        isOpen={isAsking}
        title={HEALTH_SCREEN.sendAllTitle}
        text={HEALTH_SCREEN.sendAllText}
        action={HEALTH_SCREEN.sendAllAgain}
        isDangerous={false}
        isBusy={isPending}
        onConfirm={() => mutate({})}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
};

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

export const loadHealth = forThose(ADMINS, ({ queries }) =>
  queries.health.read.prefetch(undefined, { ...ONCE, ...FRESH }),
);
