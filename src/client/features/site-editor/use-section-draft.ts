import { useEffect, useState, useSyncExternalStore } from "react";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { parting } from "#client/lib/session/parting.ts";
import { useSession, useTokens } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { SiteSection, SiteSectionState } from "#shared/schemas/site-document.ts";
import { createSectionDraft, type DraftState, type SectionDraft } from "./section-draft.ts";

/** How often others' drafts are asked for while one is open, in milliseconds. */
const NEWS_MS = 10_000;

/** Drafts that are still being saved after one has left their screen. */
const leftUnsaved = new Map<string, SectionDraft>();

/** The draft of a section; null until the server has told of it. */
export const useSectionDraft = (section: SiteSection) => {
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

export const useDraftState = (draft: SectionDraft): DraftState =>
  useSyncExternalStore(draft.subscribe, draft.get);
