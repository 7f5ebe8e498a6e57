import { useParams } from "@tanstack/react-router";
import { ChevronDown, Eye } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { TimeAgo } from "#client/components/marks.tsx";
import { PagedList, SkeletonRows } from "#client/components/paged-list.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { itemsOf, PAGED } from "#client/lib/lists.ts";
import { versionAddress } from "#client/lib/preview.ts";
import { forThose, FRESH } from "#client/lib/routing/lazy-route.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { SITE_SECTIONS, type SiteSection } from "#shared/constants/site.ts";
import { type SiteVersionRow } from "#shared/schemas/site-document.ts";
import { SECTION_TEXTS, SITE_HISTORY } from "#shared/site-messages.ts";
import { ChangesView } from "./conflict-panels.tsx";
import { ASKED_UNLESS_SAID, askedOf, AsksAgainFields, SiteHeading } from "./publish-screen.tsx";
import { SectionScreen } from "./section-screen.tsx";

export { OverviewScreen } from "./overview-screen.tsx";
export { PublishScreen } from "./publish-screen.tsx";

const VersionChanges = ({ id }: { id: number }) => {
  const query = trpc.site.version.useQuery({ id }, { staleTime: Number.POSITIVE_INFINITY });
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed
        message={messageOf(query.error) ?? SITE_HISTORY.versionFailed}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton className="h-24" />
    );
  const changes = query.data.changes.filter(({ lines }) => lines.length > 0);
  if (changes.length === 0)
    return (
      <p className="text-muted">
        {query.data.number === 1 ? SITE_HISTORY.first : SITE_HISTORY.noChanges}
      </p>
    );
  return (
    <div className="grid gap-5">
      {changes.map(({ section, lines, more }) => (
        <section key={section} aria-label={SECTION_TEXTS[section].title}>
          <h2 className="mb-2 font-display text-xl leading-none font-bold tracking-wide text-accent">
            {SECTION_TEXTS[section].title}
          </h2>
          <ChangesView lines={lines} more={more} />
        </section>
      ))}
    </div>
  );
};

const VersionRow = ({
  row,
  isCurrent,
  canRestore,
  onRestore,
}: {
  row: SiteVersionRow;
  isCurrent: boolean;
  canRestore: boolean;
  onRestore: () => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const { id, number, at, by, note, source, sections, isDamaged } = row;
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-ink">
            {SITE_HISTORY.version(number)}
            {isCurrent && (
              <span className="rounded-full bg-moss/15 px-2.5 py-0.5 text-xs text-moss">
                {SITE_HISTORY.current}
              </span>
            )}
            {isDamaged && (
              <span className="rounded-full bg-ember/15 px-2.5 py-0.5 text-xs text-ember">
                {SITE_HISTORY.damaged}
              </span>
            )}
            <span className={cn("font-normal wrap-anywhere", note === "" && "text-faint")}>
              {note === "" ? SITE_HISTORY.noNote : note}
            </span>
          </p>
          <p className="mt-0.5 text-sm text-muted">
            {by === null
              ? SITE_HISTORY.sources[source]
              : `${by.name}, ${SITE_HISTORY.sources[source]}`}
            {", "}
            <TimeAgo at={at} />
            {sections.length > 0 && (
              <span>
                {": "}
                {sections.map((section) => SECTION_TEXTS[section].title).join(", ")}
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!isCurrent && !isDamaged && (
            <Button asChild variant="ghost" size="sm" className="h-11">
              <a href={versionAddress(id)} target="_blank" rel="noopener">
                <Eye aria-hidden />
                {SITE_HISTORY.view}
                <span className="sr-only">: {SITE_HISTORY.viewed(number)}</span>
              </a>
            </Button>
          )}
          {!isDamaged && (
            <Button
              variant="ghost"
              size="sm"
              className="h-11"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown
                className={cn("transition-transform", isOpen && "rotate-180")}
                aria-hidden
              />
              {SITE_HISTORY.changes}
            </Button>
          )}
          {canRestore && !isDamaged && (
            <Button variant="outline" size="sm" className="h-11" onClick={onRestore}>
              {SITE_HISTORY.restore}
              <span className="sr-only"> {SITE_HISTORY.version(number)}</span>
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div className="mt-4 border-t border-ground-700 pt-4">
          <VersionChanges id={id} />
        </div>
      )}
    </li>
  );
};

/** The sections that versions after this one have changed, which going back to it changes as well. */
const changedSince = (rows: readonly SiteVersionRow[] | undefined, { id }: SiteVersionRow) =>
  (rows ?? []).filter((row) => row.id > id).flatMap(({ sections }) => sections);

/** Every version of the site, the newest first. */
export const HistoryScreen = () => {
  const utils = trpc.useUtils();
  const list = trpc.site.versions.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { ...PAGED, staleTime: 0 },
  );
  const rows = itemsOf(list.data);
  const shown = rows?.find(({ isDamaged }) => !isDamaged)?.id;
  const [asked, setAsked] = useState<SiteVersionRow | null>(null);
  // What was the newest when somebody began to restore another.
  const [newest, setNewest] = useState<number>();
  const [marked, setMarked] = useState(ASKED_UNLESS_SAID);
  const restore = trpc.site.restore.useMutation({
    onSuccess: () => {
      setAsked(null);
      toast("success", SITE_HISTORY.restored, "admin");
      void utils.site.invalidate();
    },
    onError: (error) => (codeOf(error) === "stale" ? utils.site.versions.invalidate() : undefined),
  });
  return (
    <>
      <SiteHeading title={SITE_HISTORY.title}>{SITE_HISTORY.intro}</SiteHeading>
      <div className="mt-3">
        <PagedList
          label={SITE_HISTORY.pageTitle}
          list={list}
          items={rows}
          counted={["version", "versions"]}
          failure={SITE_HISTORY.loadFailed}
          skeletons={
            <SkeletonRows rows={5} className="px-4 py-4">
              <Skeleton className="h-11 w-full" />
            </SkeletonRows>
          }
          empty={<p className="text-muted">{SITE_HISTORY.empty}</p>}
        >
          {(row) => (
            <VersionRow
              key={row.id}
              row={row}
              isCurrent={row.id === shown}
              // It is made the newest again where that is damaged.
              canRestore={row.id !== rows?.[0]?.id}
              onRestore={() => {
                restore.reset();
                setMarked(ASKED_UNLESS_SAID);
                setNewest(rows?.[0]?.id);
                setAsked(row);
              }}
            />
          )}
        </PagedList>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={SITE_HISTORY.restoreTitle(asked?.number ?? 0)}
        text={
          <>
            <p>{SITE_HISTORY.restoreText}</p>
            <AsksAgainFields
              sections={asked === null ? [] : changedSince(rows, asked)}
              marked={marked}
              onMark={setMarked}
            />
          </>
        }
        action={SITE_HISTORY.restoreAction}
        isDangerous={false}
        isBusy={restore.isPending}
        error={restore.error && (messageOf(restore.error) ?? SITE_HISTORY.restoreFailed)}
        onConfirm={() =>
          asked &&
          restore.mutate({
            id: asked.id,
            note: SITE_HISTORY.restoredNote(asked.number),
            newest,
            asksAgain: askedOf(marked, changedSince(rows, asked)),
          })
        }
        onClose={() => setAsked(null)}
      />
    </>
  );
};

/** The section of that name. */
export const sectionOf = (text: string): SiteSection | undefined =>
  SITE_SECTIONS.find((section) => section === text);

export const Section = () => {
  const { section } = useParams({ from: "/_site/member/admin/site_/$section" });
  const known = sectionOf(section);
  if (known === undefined) return null;
  // Another section's form begins anew.
  return <SectionScreen key={known} section={known} />;
};

export const loadSiteOverview = forThose("site", ({ queries }) => {
  void queries.site.overview.prefetch(undefined, FRESH);
});
