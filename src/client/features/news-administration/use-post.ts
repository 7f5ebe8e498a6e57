import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { codeOf, refusalProblem } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { useForm } from "#client/lib/form.ts";
import { useOnceKeys } from "#client/lib/once-key.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_FORM } from "#shared/news-messages.ts";
import type { NewsSource } from "#shared/schemas/news.ts";
import {
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
} from "./draft.ts";

const begin = (source: NewsSource | null): PostDraft =>
  source === null ? EMPTY_POST : draftOf(source);

/**
 * A post while it is written: kept in this tab until it is saved, sent under a key of its own, and
 * brought together with what others have saved meanwhile.
 * @param source what it is now; null for a new one.
 */
export const usePost = (source: NewsSource | null, userId: string) => {
  const { news } = trpc.useUtils();
  const navigate = useNavigate();
  const onceKeyOf = useOnceKeys();
  const name = `news-${source?.id ?? "new"}`;
  const [kept] = useState(() => readKeptPost(readDraft(userId, name)));
  /** What the typing began with. */
  const [before, setBefore] = useState(kept?.before ?? begin(source));
  const [base, setBase] = useState(
    source !== null && kept !== null ? { ...source, revision: kept.revision } : source,
  );
  const form = useForm({
    schema: postForm,
    initial: kept?.draft ?? begin(source),
    labels: POST_LABELS,
  });
  const { values: draft } = form;
  const isDirty = !isSamePost(draft, before);
  const [isLoading, setIsLoading] = useState(false);

  const leave = () => void navigate({ to: "/member/admin/news" });
  const save = trpc.news.save.useMutation({
    onSuccess: (saved) => {
      keepDraft(userId, name, "");
      void news.invalidate();
      toast("success", NEWS_FORM.saved(saved.isPublished, base?.isPublished === true), "admin");
      leave();
    },
    onError: (error) => form.refuse(error, refusalProblem(error, NEWS_FORM.saveFailed)),
  });
  const remove = trpc.news.remove.useMutation({
    onSuccess: () => {
      keepDraft(userId, name, "");
      void news.list.invalidate();
      void news.written.invalidate();
      toast("success", NEWS_FORM.removed, "admin");
      leave();
    },
  });
  const isOver = save.isSuccess || remove.isSuccess;
  const revision = base?.revision ?? 0;
  const keep = useEffectEvent((now: KeptPost) =>
    keepDraft(userId, name, isSamePost(now.draft, now.before) ? "" : JSON.stringify(now)),
  );
  useEffect(() => {
    if (!isOver) keep({ draft, before, revision });
  }, [draft, before, revision, isOver]);

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
    isRestored: kept !== null && isDirty,
    discard: () => {
      setBase(source);
      setBefore(begin(source));
      save.reset();
      form.reset(begin(source));
    },
    send: (values: PostDraft) => {
      const input = inputOf(values, base);
      save.mutate({ ...input, idempotencyKey: onceKeyOf(input) });
    },
    isSending: save.isPending,
    isOver,
    /** Others have saved something since the typing began. */
    isOutdated: codeOf(save.error) === "changed_meanwhile",
    isLoading,
    keepBoth: () => takeNow((theirs) => mergedPost(before, draft, theirs)),
    takeTheirs: () => takeNow((theirs) => theirs),
    remove,
  };
};
