import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Field, Input, Label } from "#client/components/ui/field.tsx";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import { ASKS_AGAIN } from "#shared/consent-messages.ts";
import { POLICY_KINDS, type PolicyKind } from "#shared/constants/accounts.ts";
import { NOTE_MAX, type SiteSection } from "#shared/constants/site.ts";
import { type PlacedProblem, type SiteChanges } from "#shared/schemas/site-document.ts";
import { SECTION_TEXTS, SITE_EDITOR, SITE_OVERVIEW, SITE_PUBLISH } from "#shared/site-messages.ts";
import { ChangesView } from "./conflict-panels.tsx";
import { ProblemList } from "./section-form.tsx";

/** What an owner has marked; of the privacy policy everybody is asked unless they say otherwise. */
export type AsksAgain = Readonly<Record<PolicyKind, boolean>>;
export const ASKED_UNLESS_SAID: AsksAgain = { rules: false, privacy: true };

const changedOf = (sections: readonly SiteSection[]) =>
  POLICY_KINDS.filter((kind) => sections.includes(kind));

/** What is sent along of it. @param sections that change. */
export const askedOf = (marked: AsksAgain, sections: readonly SiteSection[]): PolicyKind[] =>
  changedOf(sections).filter((kind) => marked[kind]);

type AsksAgainFieldsProps = {
  sections: readonly SiteSection[];
  marked: AsksAgain;
  onMark: (marked: AsksAgain) => void;
};

/** Where rules or privacy policy change: whether everybody is asked to agree to them again [CONSENT-02]. */
export const AsksAgainFields = ({ sections, marked, onMark }: AsksAgainFieldsProps) => {
  const changed = changedOf(sections);
  if (changed.length === 0) return null;
  return (
    <fieldset className="min-w-0 text-left">
      <legend className="text-[0.95rem] font-semibold text-ink">{ASKS_AGAIN.title}</legend>
      {changed.map((kind) => (
        <Label key={kind} className="flex min-h-11 items-center gap-3 py-1 font-normal text-ink">
          <Checkbox
            checked={marked[kind]}
            onCheckedChange={(checked) => onMark({ ...marked, [kind]: checked === true })}
          />
          {ASKS_AGAIN[kind]}
        </Label>
      ))}
      <p className="text-sm text-pretty text-muted">{ASKS_AGAIN.hint}</p>
    </fieldset>
  );
};

/** The way back, and what the screen is. */
export const SiteHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <>
    <Link
      to="/member/admin/site"
      className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-strong"
    >
      <ChevronLeft className="size-4" aria-hidden />
      {SITE_EDITOR.back}
    </Link>
    <ScreenHeading eyebrow={ADMIN_SCREENS.eyebrow} title={title} />
    <p className="mt-1.5 max-w-[75ch] text-sm text-pretty text-muted">{children}</p>
  </>
);

type Change = SiteChanges[number];

const SectionChanges = ({
  change,
  problems,
  isChosen,
  onChoose,
}: {
  change: Change;
  problems: readonly PlacedProblem[];
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) => {
  const { section, lines, more, isStale, conflicts } = change;
  const { title } = SECTION_TEXTS[section];
  const errors = problems.filter(({ level }) => level === "error");
  const notices = problems.filter(({ level }) => level !== "error");
  return (
    <section aria-label={title} className="panel p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-4">
        <Label className="flex min-h-11 min-w-0 flex-1 items-center gap-3 font-display text-2xl leading-none font-bold tracking-wide">
          <Checkbox
            aria-label={SITE_PUBLISH.choose(title)}
            checked={isChosen}
            onCheckedChange={(checked) => onChoose(checked === true)}
          />
          {title}
        </Label>
        <span className="text-sm text-muted">{SITE_PUBLISH.changes(lines.length + more)}</span>
        <Link
          to="/member/admin/site/$section"
          params={{ section }}
          className="inline-flex min-h-11 items-center text-sm text-accent hover:text-accent-strong"
        >
          {SITE_EDITOR.edit}
          <span className="sr-only"> {title}</span>
        </Link>
      </div>
      {errors.length > 0 && (
        <ProblemList
          className="mt-3"
          title={SITE_EDITOR.problemsTitle(errors.length)}
          problems={errors}
          isBad
        />
      )}
      {notices.length > 0 && (
        <ProblemList
          className="mt-3"
          title={SITE_EDITOR.noticesTitle(notices.length)}
          problems={notices}
          isBad={false}
        />
      )}
      {isStale && (
        <Alert kind="info" className="mt-3">
          {SITE_OVERVIEW.stale}
          {conflicts.length > 0 && (
            <>
              . {SITE_PUBLISH.conflictsHere}: {conflicts.join(", ")}
            </>
          )}
        </Alert>
      )}
      <div className="mt-3">
        {lines.length === 0 ? (
          <p className="text-muted">{SITE_PUBLISH.isSame}</p>
        ) : (
          <ChangesView lines={lines} more={more} />
        )}
      </div>
    </section>
  );
};

const PublishForm = ({
  changes,
  problems,
  version,
  onReload,
}: {
  changes: SiteChanges;
  problems: readonly PlacedProblem[];
  version: number;
  onReload: () => Promise<unknown>;
}) => {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const errorsOf = (section: SiteSection) =>
    problems.filter((one) => one.section === section && one.level === "error");
  const [left, setLeft] = useState<ReadonlySet<SiteSection>>(
    () => new Set(changes.map(({ section }) => section).filter((one) => errorsOf(one).length > 0)),
  );
  const [note, setNote] = useState("");
  const [marked, setMarked] = useState(ASKED_UNLESS_SAID);
  const [isMerging, setMerging] = useState(false);
  const chosen = changes.map(({ section }) => section).filter((section) => !left.has(section));
  const publish = trpc.site.publish.useMutation({
    onSuccess: () => {
      toast("success", SITE_PUBLISH.published, "admin");
      void utils.site.invalidate();
      void navigate({ to: "/member/admin/site" });
    },
    onError: (error) =>
      codeOf(error) === "draft_changed" ? onReload() : utils.site.check.invalidate(),
  });
  const isStale =
    codeOf(publish.error) === "stale" ||
    changes.some((one) => one.isStale && chosen.includes(one.section));
  const mergeAll = async () => {
    setMerging(true);
    try {
      for (const section of chosen) {
        const { isStale: isBehind, draftRevision } = await utils.client.site.section.query({
          section,
        });
        if (isBehind)
          await utils.client.site.merge.mutate({ section, take: "both", revision: draftRevision });
      }
      publish.reset();
      await onReload();
    } catch (error) {
      toast("error", messageOf(error) ?? SITE_EDITOR.mergeFailed, "admin");
    } finally {
      setMerging(false);
    }
  };
  // What is published in other sections, and does not go with these drafts.
  const elsewhere = problems.filter(
    ({ section, level }) =>
      level === "error" && !changes.some((change) => change.section === section),
  );
  const hasErrors = chosen.some((section) => errorsOf(section).length > 0);
  const refusal =
    publish.error === null || codeOf(publish.error) === "stale"
      ? null
      : codeOf(publish.error) === "draft_changed"
        ? SITE_PUBLISH.draftChanged
        : (messageOf(publish.error) ?? SITE_PUBLISH.failed);
  const choose = (section: SiteSection) => (isChosen: boolean) =>
    setLeft((before) => {
      const next = new Set(before);
      if (isChosen) next.delete(section);
      else next.add(section);
      return next;
    });
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !hasErrors && !isStale)
          publish.mutate({
            sections: chosen,
            note,
            version,
            revisions: Object.fromEntries(changes.map((one) => [one.section, one.revision])),
            asksAgain: askedOf(marked, chosen),
          });
      }}
    >
      {elsewhere.length > 0 && (
        <ProblemList
          className="mt-3"
          title={SITE_PUBLISH.elsewhere}
          problems={elsewhere}
          isBad
          hasSections
        />
      )}
      {changes.map((change) => (
        <SectionChanges
          key={change.section}
          change={change}
          problems={problems.filter(({ section }) => section === change.section)}
          isChosen={!left.has(change.section)}
          onChoose={choose(change.section)}
        />
      ))}
      <div className="panel grid gap-4 p-4 sm:p-5">
        <Field label={SITE_PUBLISH.note} hint={SITE_PUBLISH.noteHint}>
          {(control) => (
            <Input
              {...control}
              maxLength={NOTE_MAX}
              placeholder={SITE_PUBLISH.notePlaceholder}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Field>
        <AsksAgainFields sections={chosen} marked={marked} onMark={setMarked} />
        {isStale && (
          <Alert kind="info">
            <p>{SITE_PUBLISH.stale}</p>
            <Button
              size="sm"
              className="mt-2 h-11"
              isBusy={isMerging}
              onClick={() => void mergeAll()}
            >
              {SITE_PUBLISH.merge}
            </Button>
          </Alert>
        )}
        {hasErrors && <Alert>{SITE_PUBLISH.broken}</Alert>}
        {refusal !== null && <Alert>{refusal}</Alert>}
        {chosen.length === 0 && <p className="text-muted">{SITE_PUBLISH.choosesNone}</p>}
        <div>
          <Button
            type="submit"
            isBusy={publish.isPending}
            disabled={chosen.length === 0 || hasErrors || isStale}
          >
            {SITE_PUBLISH.action}
          </Button>
        </div>
      </div>
    </form>
  );
};

/** What publishing would change, section by section. */
export const PublishScreen = () => {
  const overview = trpc.site.overview.useQuery(undefined, { staleTime: 0 });
  const changes = trpc.site.changes.useQuery(undefined, { staleTime: 0 });
  const check = trpc.site.check.useQuery(undefined, { staleTime: 0 });
  const all = [overview, changes, check];
  const reload = () => Promise.all(all.map((query) => query.refetch()));
  const isFetched = all.every((query) => query.isFetchedAfterMount);
  return (
    <>
      <SiteHeading title={SITE_PUBLISH.title}>{SITE_PUBLISH.intro}</SiteHeading>
      {all.some(({ data, isError }) => data === undefined && isError) ? (
        <div className="mt-4">
          <LoadFailed
            message={SITE_PUBLISH.loadFailed}
            isRetrying={all.some(({ isFetching }) => isFetching)}
            onRetry={() => void reload()}
          />
        </div>
      ) : !isFetched || !overview.data || !changes.data || !check.data ? (
        <div className="mt-4 grid gap-4" aria-busy="true">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      ) : changes.data.length === 0 ? (
        <div className="mt-4">
          <EmptyPanel title={SITE_PUBLISH.nothing} text={SITE_OVERVIEW.nothingToPublish}>
            <Button asChild variant="outline">
              <Link to="/member/admin/site">{SITE_EDITOR.back}</Link>
            </Button>
          </EmptyPanel>
        </div>
      ) : (
        <PublishForm
          changes={changes.data}
          problems={check.data}
          version={overview.data.version.id}
          onReload={reload}
        />
      )}
    </>
  );
};
