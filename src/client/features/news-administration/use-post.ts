import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { codeOf, refusalProblem } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { useForm, useOnceKeys } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_FORM } from "#shared/news-messages.ts";
import type { NewsSource, PostDraftState } from "#shared/schemas/news.ts";
import {
  contentOf,
  createSavedDraft,
  draftOf,
  EMPTY_POST,
  inputOf,
  isSamePost,
  type KeptPost,
  mergedPost,
  POST_LABELS,
  type PostDraft,
  postForm,
  readKeptPost,
  resumed,
  type Saved,
} from "./draft.ts";

const begin = (source: NewsSource | null): PostDraft =>
  source === null ? EMPTY_POST : draftOf(source);

/** What one goes on with: what this tab kept and the server has not, else what the server has. */
const foundDraft = (
  source: NewsSource | null,
  onServer: PostDraftState | null,
  stored: string | null,
) => {
  const kept = readKeptPost(stored);
  const saved = onServer === null ? null : { id: onServer.id, revision: onServer.revision };
  const isNewer = kept !== null && (onServer === null || kept.saved?.revision === saved?.revision);
  const beginning = begin(source);
  if (kept !== null && isNewer) return { ...kept, isFound: true };
  if (onServer === null)
    return { before: beginning, draft: beginning, revision: null, isFound: false };
  return {
    before: beginning,
    draft: resumed(onServer.content),
    revision: source === null ? null : onServer.newsRevision,
    isFound: true,
  };
};

const noneLeft = (error: unknown): null => {
  if (codeOf(error) === "not_found") return null;
  throw error;
};

/**
 * A post while it is written: kept in this tab at once and on the server when one pauses, sent under a key
 * of its own, and brought together with what others have saved meanwhile.
 * @param source what it is now; null for a new one.
 * @param resumedDraft what was being written of it; null for nothing.
 */
export const usePost = (
  source: NewsSource | null,
  resumedDraft: PostDraftState | null,
  userId: string,
) => {
  const { news, client } = trpc.useUtils();
  const navigate = useNavigate();
  const onceKeyOf = useOnceKeys();
  const nameOf = (now: Pick<Saved, "id"> | null) =>
    `news-${source?.id ?? (now === null ? "new" : `draft-${now.id}`)}`;
  const name = nameOf(resumedDraft);
  const [found] = useState(() => foundDraft(source, resumedDraft, readDraft(userId, name)));
  /** What the typing began with. */
  const [before, setBefore] = useState(found.before);
  const [base, setBase] = useState(
    source !== null && found.revision !== null ? { ...source, revision: found.revision } : source,
  );
  const form = useForm({ schema: postForm, initial: found.draft, labels: POST_LABELS });
  const { values: draft } = form;
  const isDirty = !isSamePost(draft, before);
  const [isLoading, setIsLoading] = useState(false);
  const [isSending, setIsSending] = useState(false);

  const leave = () => void navigate({ to: "/member/admin/news" });
  const save = trpc.news.save.useMutation({
    onSuccess: (saved) => {
      end();
      void news.invalidate();
      toast("success", NEWS_FORM.saved(saved.isPublished, base?.isPublished === true), "admin");
      leave();
    },
    onError: (error) => {
      saved.release();
      form.refuse(error, refusalProblem(error, NEWS_FORM.saveFailed));
    },
    onSettled: () => setIsSending(false),
  });
  const remove = trpc.news.remove.useMutation({
    onSuccess: () => {
      end();
      void news.list.invalidate();
      void news.written.invalidate();
      void news.drafts.invalidate();
      toast("success", NEWS_FORM.removed, "admin");
      leave();
    },
  });
  const isOver = save.isSuccess || remove.isSuccess;
  const revision = base?.revision ?? 0;
  const [saved] = useState(() =>
    createSavedDraft(resumedDraft, {
      save: (input) => client.news.saveDraft.mutate(input),
      discard: (id) => client.news.discardDraft.mutate({ id }),
      onSaved: () => void news.drafts.invalidate(),
    }),
  );
  const saving = useSyncExternalStore(saved.subscribe, saved.get);
  const end = () => {
    saved.end();
    for (const one of [null, saved.saved()]) keepDraft(userId, nameOf(one), "");
  };
  const keep = useEffectEvent((now: KeptPost) => {
    const isWritten = !isSamePost(now.draft, now.before);
    keepDraft(userId, nameOf(now.saved), isWritten ? JSON.stringify(now) : "");
    const written = { newsId: source?.id ?? null, newsRevision: now.revision };
    saved.write(isWritten ? { ...written, content: contentOf(now.draft, base) } : null);
  });
  useEffect(() => {
    if (!isOver) keep({ draft, before, revision, saved: saved.saved() });
  }, [draft, before, revision, isOver, saved]);

  /** The draft of a new post has an address once it is saved, so that a page that is loaded anew goes on with it. */
  const draftId = saved.saved()?.id ?? null;
  const address = useEffectEvent((id: number | null) => {
    if (source !== null || isOver || id === (resumedDraft?.id ?? null)) return;
    keepDraft(userId, name, "");
    keep({ draft, before, revision, saved: saved.saved() });
    void navigate({ to: ".", search: id === null ? {} : { draft: id }, replace: true });
  });
  useEffect(() => address(draftId), [draftId]);
  useEffect(() => {
    const saveNow = () => void saved.saveNow();
    const onHidden = () => document.visibilityState === "hidden" && saveNow();
    window.addEventListener("online", saveNow);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("online", saveNow);
      document.removeEventListener("visibilitychange", onHidden);
      saveNow();
    };
  }, [saved]);

  /** Goes on with one of the two where somebody else has saved this draft. */
  const settle = async (isTheirs: boolean) => {
    setIsLoading(true);
    try {
      const { id = 0 } = saved.saved() ?? {};
      const now =
        source === null
          ? await client.news.draft.query({ id }).catch(noneLeft)
          : (await client.news.source.query({ id: source.id })).draft;
      if (isTheirs && now !== null) form.reset(resumed(now.content));
      saved.goOn(now === null ? null : { id: now.id, revision: now.revision });
    } catch {
      toast("error", NEWS_FORM.loadFailed, "admin");
    } finally {
      setIsLoading(false);
    }
  };

  /** @param merge gives the draft that is gone on with. */
  const takeNow = async (merge: (theirs: PostDraft) => PostDraft) => {
    if (base === null) return;
    setIsLoading(true);
    try {
      const now = await news.source.fetch({ id: base.id }, { staleTime: 0 });
      const theirs = draftOf(now);
      setBase(now);
      setBefore(theirs);
      form.reset(merge(theirs));
      save.reset();
    } catch {
      toast("error", NEWS_FORM.loadFailed, "admin");
    } finally {
      setIsLoading(false);
    }
  };

  // Where the form is gone, too, what is on its way finds the text.
  const text = useRef(draft.text);
  useEffect(() => {
    text.current = draft.text;
  }, [draft.text]);

  return {
    form,
    readText: () => text.current,
    /** What was typed here before, and not saved. */
    isRestored: found.isFound && isDirty,
    saving,
    settle,
    discard: () => {
      setBase(source);
      setBefore(begin(source));
      save.reset();
      form.reset(begin(source));
    },
    send: async (values: PostDraft) => {
      const input = inputOf(values, base);
      setIsSending(true);
      const own = await saved.hold();
      const sent = {
        ...input,
        ...(own !== null && { draft: { id: own.id, revision: own.revision } }),
      };
      save.mutate({ ...sent, idempotencyKey: onceKeyOf(sent) });
    },
    isSending,
    isOver,
    /** Others have saved something since the typing began. */
    isOutdated: codeOf(save.error) === "changed_meanwhile",
    isLoading,
    keepBoth: () => takeNow((theirs) => mergedPost(before, draft, theirs)),
    takeTheirs: () => takeNow((theirs) => theirs),
    remove,
  };
};
