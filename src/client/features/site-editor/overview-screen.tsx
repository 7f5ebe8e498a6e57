import { Link } from "@tanstack/react-router";
import { ChevronRight, Construction, History } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { exactTime, localFieldText } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { MAINTENANCE_REASON_MAX } from "#shared/constants/site.ts";
import { MAINTENANCE } from "#shared/messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { type Maintenance, type SiteOverview } from "#shared/schemas/site-document.ts";
import {
  MAINTENANCE_PANEL,
  SECTION_TEXTS,
  SITE_GROUPS,
  SITE_OVERVIEW,
} from "#shared/site-messages.ts";
import { WarningMark } from "./form/movable.tsx";

const form = z.object({
  reason: z
    .string()
    .check(z.refine(isSeen, MAINTENANCE_PANEL.noReason), z.maxLength(MAINTENANCE_REASON_MAX)),
  expectedEnd: z.string().check(
    z.refine((text) => text === "" || !Number.isNaN(Date.parse(text)), MAINTENANCE_PANEL.wrongEnd),
    z.refine(
      (text) => text === "" || !(Date.parse(text) <= Date.now()),
      MAINTENANCE_PANEL.endIsPast,
    ),
  ),
});

type DialogProps = { present: Maintenance | null; onClose: () => void };

const MaintenanceDialog = ({ present, onClose }: DialogProps) => {
  const { reason = "", expectedEnd = null } = present ?? {};
  const fields = useForm({
    schema: form,
    initial: {
      reason,
      expectedEnd: expectedEnd === null ? "" : localFieldText(new Date(expectedEnd)),
    },
  });
  const begin = trpc.maintenance.begin.useMutation({
    onSuccess: () => {
      toast("success", MAINTENANCE_PANEL.begun, "admin");
      onClose();
    },
  });
  const send = fields.submit(({ reason, expectedEnd }) =>
    begin.mutate({
      reason,
      expectedEnd: expectedEnd === "" ? null : new Date(expectedEnd).toISOString(),
    }),
  );
  return (
    <AlertDialog open onOpenChange={(open) => !open && !begin.isPending && onClose()}>
      <AlertDialogContent>
        <AlertDialogTitle>{MAINTENANCE_PANEL.dialogTitle}</AlertDialogTitle>
        <AlertDialogDescription>{MAINTENANCE_PANEL.dialogText}</AlertDialogDescription>
        <form onSubmit={send} noValidate className="contents">
          <Field
            label={MAINTENANCE_PANEL.reason}
            hint={MAINTENANCE_PANEL.reasonHint}
            error={fields.error("reason")}
          >
            {(control) => (
              <Input
                {...control}
                {...fields.field("reason")}
                autoComplete="off"
                maxLength={MAINTENANCE_REASON_MAX}
              />
            )}
          </Field>
          <Field
            label={MAINTENANCE_PANEL.expectedEnd}
            hint={MAINTENANCE_PANEL.expectedEndHint(ownTimeZone())}
            error={fields.error("expectedEnd")}
          >
            {(control) => (
              <Input {...control} {...fields.field("expectedEnd")} type="datetime-local" />
            )}
          </Field>
          {begin.isError && <Alert>{messageOf(begin.error) ?? MAINTENANCE_PANEL.failed}</Alert>}
          <AlertDialogFooter>
            <AlertDialogCancel asChild>
              <Button variant="outline" disabled={begin.isPending}>
                Cancel
              </Button>
            </AlertDialogCancel>
            <Button type="submit" isBusy={begin.isPending}>
              {present === null ? MAINTENANCE_PANEL.confirm : MAINTENANCE_PANEL.confirmChange}
            </Button>
          </AlertDialogFooter>
        </form>
      </AlertDialogContent>
    </AlertDialog>
  );
};

/** Begins the maintenance of the site, and ends it. */
const MaintenancePanel = () => {
  const { maintenance } = useSite();
  const own = useOwnLang();
  const [isOpen, setOpen] = useState(false);
  const begin = useRef<HTMLButtonElement>(null);
  const end = trpc.maintenance.end.useMutation({
    onSuccess: () => {
      // The button that was pressed goes.
      begin.current?.focus();
      toast("success", MAINTENANCE_PANEL.ended, "admin");
    },
    onError: (error) => toast("error", messageOf(error) ?? MAINTENANCE_PANEL.failed, "admin"),
  });
  return (
    <section
      aria-label={MAINTENANCE.title}
      className="panel mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 font-semibold text-ink">
          {maintenance !== null && <Construction className="size-5 text-accent" aria-hidden />}
          {maintenance === null
            ? MAINTENANCE_PANEL.off
            : MAINTENANCE_PANEL.on(exactTime(new Date(maintenance.begunAt)))}
        </p>
        {maintenance === null ? (
          <p className="mt-0.5 text-sm text-pretty text-muted">{MAINTENANCE_PANEL.offText}</p>
        ) : (
          <p {...own} className="mt-0.5 text-sm wrap-anywhere text-muted">
            {maintenance.reason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={begin} variant="outline" onClick={() => setOpen(true)}>
          {maintenance === null ? MAINTENANCE_PANEL.begin : MAINTENANCE_PANEL.change}
        </Button>
        {maintenance !== null && (
          <Button isBusy={end.isPending} onClick={() => end.mutate()}>
            {MAINTENANCE_PANEL.end}
          </Button>
        )}
      </div>
      {isOpen && <MaintenanceDialog present={maintenance} onClose={() => setOpen(false)} />}
    </section>
  );
};

/** So often it is asked who edits what, in milliseconds. */
const NEWS_MS = 15_000;

type SectionState = SiteOverview["sections"][number];

const Marks = ({ draft, problems, warnings }: SectionState) => (
  <>
    {draft !== null && (
      <span className="rounded-full bg-accent/15 px-2.5 py-0.5 text-xs font-semibold text-accent-strong">
        {draft.by === null ? SITE_OVERVIEW.draft : SITE_OVERVIEW.draftOf(draft.by.name)}
      </span>
    )}
    {draft?.isStale === true && (
      <span className="rounded-full bg-ground-700 px-2.5 py-0.5 text-xs font-semibold text-ink">
        {SITE_OVERVIEW.stale}
      </span>
    )}
    {problems > 0 && (
      <span className="rounded-full bg-ember/15 px-2.5 py-0.5 text-xs font-semibold text-ember">
        {SITE_OVERVIEW.problems(problems)}
      </span>
    )}
    <WarningMark count={warnings} />
  </>
);

const Section = (state: SectionState) => {
  const { title, text } = SECTION_TEXTS[state.section];
  return (
    <li>
      <Link
        to="/member/admin/site/$section"
        params={{ section: state.section }}
        className="group flex min-h-16 items-center gap-4 px-4 py-3 transition-colors hover:bg-ground-800 focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold text-ink group-hover:text-accent-strong">{title}</span>
            <Marks {...state} />
          </span>
          <span className="mt-0.5 block text-sm text-pretty text-muted">{text}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-faint" aria-hidden />
      </Link>
    </li>
  );
};

const Version = ({ version, sections }: SiteOverview) => {
  const drafts = sections.filter(({ draft }) => draft !== null).length;
  return (
    <div className="panel mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold text-ink">
          {drafts === 0 ? SITE_OVERVIEW.noDrafts : SITE_OVERVIEW.drafts(drafts)}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {SITE_OVERVIEW.version(version.number)},{" "}
          {version.by === null
            ? SITE_OVERVIEW.fromFile
            : SITE_OVERVIEW.publishedBy(version.by.name)}
          {", "}
          <TimeAgo at={version.at} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline">
          <Link to="/member/admin/site/history">
            <History aria-hidden />
            {SITE_OVERVIEW.history}
          </Link>
        </Button>
        {drafts > 0 && (
          <Button asChild>
            <Link to="/member/admin/site/publish">{SITE_OVERVIEW.publish}</Link>
          </Button>
        )}
      </div>
    </div>
  );
};

/** All sections of the site's document, and how each stands. */
export const OverviewScreen = () => {
  const query = trpc.site.overview.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: NEWS_MS,
  });
  const { data } = query;
  return (
    <>
      <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={SITE_OVERVIEW.title} />
      <p className="mt-1.5 max-w-[75ch] text-sm text-pretty text-muted">{SITE_OVERVIEW.intro}</p>
      {data === undefined && query.isError && (
        <div className="mt-4">
          <LoadFailed
            message={SITE_OVERVIEW.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {data === undefined && !query.isError && (
        <div className="mt-4 grid gap-4" aria-busy="true">
          <Skeleton className="h-20" />
          {SITE_GROUPS.map(({ title, sections }) => (
            <Skeleton key={title} className={sections.length > 3 ? "h-72" : "h-44"} />
          ))}
        </div>
      )}
      {data !== undefined && (
        <>
          {data.fileNotice !== null && (
            <Alert kind="info" className="mt-4">
              {data.fileNotice}
            </Alert>
          )}
          {data.damage.map((sentence) => (
            <Alert key={sentence} className="mt-4">
              {sentence}
            </Alert>
          ))}
          <Version {...data} />
          <MaintenancePanel />
          <div className="mt-6 gap-6 xl:columns-2">
            {SITE_GROUPS.map(({ title, sections }) => (
              <section
                key={title}
                aria-labelledby={`site-${title}`}
                className="mb-6 break-inside-avoid"
              >
                <h2
                  id={`site-${title}`}
                  className="mb-2 font-display text-2xl leading-none font-bold tracking-wide"
                >
                  {title}
                </h2>
                <ul className="panel divide-y divide-ground-700 overflow-clip">
                  {sections.map((section) => {
                    const state = data.sections.find((one) => one.section === section);
                    return state && <Section key={section} {...state} />;
                  })}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
};
