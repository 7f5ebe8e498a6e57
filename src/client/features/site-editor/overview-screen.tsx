import { Link } from "@tanstack/react-router";
import { ChevronRight, History } from "lucide-react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import type { SiteOverview } from "#shared/schemas/site-document.ts";
import { SECTION_TEXTS, SITE_GROUPS, SITE_OVERVIEW } from "#shared/site-messages.ts";
import { WarningMark } from "./form/notices.tsx";
import { MaintenancePanel } from "./maintenance-panel.tsx";

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
      <div className="min-w-0 flex-1">
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
