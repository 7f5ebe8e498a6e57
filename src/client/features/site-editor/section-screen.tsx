import { Link } from "@tanstack/react-router";
import { ChevronLeft, Eye, EyeOff } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { parting } from "#client/lib/session/parting.ts";
import { useSession, useTokens } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_SCREENS } from "#shared/admin-messages.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { LISTS } from "#shared/list-messages.ts";
import type { PlacedProblem, SiteSectionState } from "#shared/schemas/site-document.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";
import { SECTION_TEXTS, SITE_EDITOR, SITE_OVERVIEW, SITE_PREVIEW } from "#shared/site-messages.ts";
import { ConflictPanel, StalePanel } from "./conflict-panels.tsx";
import { MailPreview, PreviewFrame } from "./preview-frame.tsx";
import { createSectionDraft, type DraftState, type SectionDraft } from "./section-draft.ts";
import { ProblemList, SectionFormView } from "./section-form.tsx";

/** A field of the section: its key, and which entry it is in where it is a list. */
type EditedField = { key: string; entry: number | null };

/** The steps that a field's id names: of a section that is a list the first is an entry. */
export const editedField = (id: string): EditedField | null => {
  const [, first, second = ""] = id.split("-");
  if (first === undefined) return null;
  const entry = [first, second].find((step) => /^\d+$/.test(step));
  return { key: first, entry: entry === undefined ? null : Number(entry) };
};

/** The section's field that somebody was in last; null before. */
const useEditedField = (): EditedField | null => {
  const [edited, setEdited] = useState<EditedField | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const field = target instanceof Element ? target.closest('[id^="field-"]') : null;
      const next = field == null ? null : editedField(field.id);
      if (next === null) return;
      setEdited((before) =>
        before?.key === next.key && before.entry === next.entry ? before : next,
      );
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  return edited;
};

/** How often others' drafts are asked for while one is open, in milliseconds. */
const NEWS_MS = 10_000;

/** Drafts that are still being saved after one has left their screen. */
const leftUnsaved = new Map<string, SectionDraft>();

/** The draft of a section; null until the server has told of it. */
const useSectionDraft = (section: SiteSection) => {
  const userId = useSession()?.id ?? "";
  const tokens = useTokens();
  const utils = trpc.useUtils();
  const query = trpc.site.section.useQuery(
    { section },
    { staleTime: 0, refetchInterval: NEWS_MS, refetchOnWindowFocus: true },
  );
  const [draft, setDraft] = useState<SectionDraft | null>(null);
  const name = `site-${section}`;
  const key = `${userId} ${section}`;
  const { data } = query;
  const isFresh = data !== undefined && query.isFetchedAfterMount;

  const make = (first: SiteSectionState) =>
    createSectionDraft(first, {
      read: async () => {
        const now = await utils.client.site.section.query({ section });
        utils.site.section.setData({ section }, now);
        return now as SiteSectionState;
      },
      save: async (input) => {
        const saved = await utils.client.site.saveDraft.mutate({ section, ...input });
        utils.site.check.setData(undefined, saved.problems);
        // Forms of other sections choose among what stands in this one.
        utils.site.section.setData({ section }, (before) =>
          before === undefined
            ? before
            : Object.assign({}, before, { draft: input.content, draftRevision: saved.revision }),
        );
        for (const one of ["overview", "changes", "previewConfig", "previewMail"] as const)
          void utils.site[one].invalidate();
        return saved;
      },
      saveLast: (input) =>
        parting(tokens.read(), "site.saveDraft", { section, ...input, isLast: true }),
      keep: (text) => keepDraft(userId, name, text),
      kept: () => readDraft(userId, name),
    });

  if (draft === null && data !== undefined && isFresh)
    setDraft(leftUnsaved.get(key) ?? make(data as SiteSectionState));

  useEffect(() => {
    if (draft === null) return undefined;
    leftUnsaved.delete(key);
    const save = () => void draft.saveNow();
    const onHidden = () => document.visibilityState === "hidden" && save();
    const onLeave = () => draft.leave();
    const onUnload = (event: BeforeUnloadEvent) => draft.isAtRisk() && event.preventDefault();
    window.addEventListener("online", save);
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("pagehide", onLeave);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      window.removeEventListener("online", save);
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("pagehide", onLeave);
      window.removeEventListener("beforeunload", onUnload);
      if (!draft.isUnsaved()) return;
      leftUnsaved.set(key, draft);
      save();
    };
  }, [draft, key]);

  useEffect(() => {
    if (data !== undefined) draft?.hear(data as SiteSectionState);
  }, [data, draft]);

  return { draft, query };
};

const useDraftState = (draft: SectionDraft): DraftState =>
  useSyncExternalStore(draft.subscribe, draft.get);

/** From this width on a form and the page that it changes stand side by side. */
const WIDE = "(min-width: 64rem)";

const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

/** Whether there is room for two columns. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );

const LIGHTS: Readonly<Record<DraftState["save"], string>> = {
  saved: "bg-moss",
  waiting: "bg-accent animate-pulse",
  saving: "bg-accent animate-pulse",
  failed: "bg-ember",
  conflict: "bg-ember",
};

const SaveMark = ({ draft, state }: { draft: SectionDraft; state: DraftState }) => {
  const text =
    state.save === "saved" && !state.isDraft
      ? SITE_EDITOR.save.asPublished
      : SITE_EDITOR.save[state.save];
  return (
    <div className="flex items-center gap-2">
      <output className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", LIGHTS[state.save])} />
        {text}
      </output>
      {state.save === "failed" && (
        <Button variant="outline" size="sm" onClick={() => void draft.saveNow()}>
          {LISTS.tryAgain}
        </Button>
      )}
    </div>
  );
};

const Discard = ({ section, draft }: { section: SiteSection; draft: SectionDraft }) => {
  const [isAsked, setAsked] = useState(false);
  const utils = trpc.useUtils();
  const discard = trpc.site.discardDraft.useMutation({
    onSuccess: async () => {
      await draft.refresh();
      setAsked(false);
      toast("success", SITE_EDITOR.discarded, "admin");
      void utils.site.invalidate();
    },
  });
  return (
    <>
      <Button variant="ghost" size="sm" className="h-11" onClick={() => setAsked(true)}>
        {SITE_EDITOR.discard}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={SITE_EDITOR.discardTitle}
        text={SITE_EDITOR.discardText}
        action={SITE_EDITOR.discardAction}
        isBusy={discard.isPending}
        error={discard.error && (messageOf(discard.error) ?? SITE_EDITOR.discardFailed)}
        onConfirm={() => discard.mutate({ section })}
        onClose={() => setAsked(false)}
      />
    </>
  );
};

const NOTHING_FOUND: readonly PlacedProblem[] = [];

/** What is found in all drafts. */
const useChecks = () => trpc.site.check.useQuery(undefined, { staleTime: 0 });

/** Where the bar of the form comes to lie, below that of the page, and what is left below it. */
const BAR_TOP_PX = 64;
const BAR_GAP_PX = 8;

type EditorProps = { section: SiteSection; draft: SectionDraft; onSettled: () => void };

const Editor = ({ section, draft, onSettled }: EditorProps) => {
  const state = useDraftState(draft);
  const { data: site } = trpc.site.previewConfig.useQuery(undefined, { staleTime: 0 });
  const { data: found = NOTHING_FOUND } = useChecks();
  const form = SECTION_FORMS[section];
  const problems = useMemo(() => found.filter((one) => one.section === section), [found, section]);
  const elsewhere = useMemo(
    () => found.filter((one) => one.level === "error" && one.section !== section),
    [found, section],
  );
  const isLeftOut = state.isDraft && problems.some(({ level }) => level === "error");
  const isWide = useIsWide();
  const edited = useEditedField();
  const [isShown, setShown] = useState<boolean | null>(null);
  const hasPreview = form.preview !== null;
  // On a small screen one sees the form or the page.
  const isPreview = hasPreview && (isShown ?? isWide);
  const bar = useRef<HTMLDivElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  /** Where in the form somebody was who looks at the page instead. */
  const left = useRef(0);
  const toggle = () => {
    if (!isPreview) left.current = window.scrollY;
    setShown(!isPreview);
  };
  useLayoutEffect(() => {
    // The other one is as long as it is: what was the middle of the form may be below its end.
    if (isWide || isShown === null) return;
    const [above, shown] = [bar.current, preview.current].map(
      (element) => element?.getBoundingClientRect() ?? { top: 0, height: 0 },
    );
    if (!isShown) window.scrollTo({ top: left.current, behavior: "instant" });
    else if (above !== undefined && shown !== undefined)
      window.scrollBy({
        top: shown.top - BAR_TOP_PX - above.height - BAR_GAP_PX,
        behavior: "instant",
      });
  }, [isShown, isWide]);
  return (
    <>
      <div
        ref={bar}
        data-form-bar
        className="sticky top-16 z-20 -mx-1 mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-ground-700 bg-ground-950/95 px-1 py-1.5 backdrop-blur-md"
      >
        <SaveMark draft={draft} state={state} />
        <div className="ml-auto flex flex-wrap items-center gap-1.5">
          {hasPreview && (
            <Button
              variant="ghost"
              size="sm"
              className="h-11"
              aria-pressed={isPreview}
              onClick={toggle}
            >
              {isPreview ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
              {isPreview
                ? isWide
                  ? SITE_EDITOR.hidePreview
                  : SITE_EDITOR.edit
                : SITE_EDITOR.preview}
            </Button>
          )}
          {(state.isDraft || state.isDamaged) && <Discard section={section} draft={draft} />}
          <Button
            asChild
            variant={state.isDraft ? "primary" : "outline"}
            size="sm"
            className="h-11"
          >
            <Link to="/member/admin/site/publish">{SITE_OVERVIEW.publish}</Link>
          </Button>
        </div>
      </div>
      <div
        className={cn(
          "mt-4 min-w-0 gap-6",
          isPreview && isWide && "grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)]",
        )}
      >
        <div className={cn("grid min-w-0 content-start gap-4", isPreview && !isWide && "hidden")}>
          {state.isDamaged && state.theirs === null && (
            <Alert kind="info">
              <p className="font-semibold">{SITE_EDITOR.damagedTitle}</p>
              <p className="mt-1">{SITE_EDITOR.damagedText}</p>
            </Alert>
          )}
          {state.theirs !== null && (
            <ConflictPanel section={section} draft={draft} state={state} onSettled={onSettled} />
          )}
          {state.isStale && state.theirs === null && (
            <StalePanel section={section} draft={draft} onSettled={onSettled} />
          )}
          {state.isDraft && elsewhere.length > 0 && (
            <ProblemList title={SITE_EDITOR.doesNotGo} problems={elsewhere} isBad hasSections />
          )}
          <SectionFormView form={form} draft={draft} state={state} problems={problems} />
        </div>
        {isPreview && (
          <div
            ref={preview}
            className="flex h-[calc(100dvh-9rem)] min-w-0 flex-col gap-2 *:last:min-h-0 *:last:flex-1 lg:sticky lg:top-32 lg:h-[calc(100dvh-12.5rem)]"
          >
            {isLeftOut && <p className="text-sm text-accent-strong">{SITE_PREVIEW.leftOut}</p>}
            {form.preview === "mails" ? (
              <MailPreview edited={edited?.key ?? null} />
            ) : site === undefined ? (
              <Skeleton className="h-full" />
            ) : (
              <PreviewFrame
                page={(edited === null ? null : form.previews?.[edited.key]) ?? form.preview}
                entry={edited?.entry ?? null}
                site={site}
                saves={state.saves}
                isNarrow={!isWide}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
};

const FORM_SKELETONS = [1, 2, 3, 4, 5];

/** The form of one section, beside the page that shows it. */
export const SectionScreen = ({ section }: { section: SiteSection }) => {
  const { draft, query } = useSectionDraft(section);
  const checks = useChecks();
  // What is found stands within the form: it would move under the hand if it came later.
  const isChecked = checks.data !== undefined || checks.failureCount > 0;
  const { title } = SECTION_TEXTS[section];
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Link
        to="/member/admin/site"
        className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-strong"
      >
        <ChevronLeft className="size-4" aria-hidden />
        {SITE_EDITOR.back}
      </Link>
      <ScreenHeading ref={heading} eyebrow={ADMIN_SCREENS.eyebrow} title={title} />
      {draft !== null && isChecked ? (
        <Editor
          section={section}
          draft={draft}
          onSettled={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : query.isError ? (
        <div className="mt-4">
          <LoadFailed
            message={SITE_EDITOR.loadFailed}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <div className="mt-4 grid gap-3" aria-busy="true">
          {FORM_SKELETONS.map((row) => (
            <Skeleton key={row} className="h-24" />
          ))}
        </div>
      )}
    </>
  );
};
