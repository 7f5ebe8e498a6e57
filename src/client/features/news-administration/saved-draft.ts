import { codeOf } from "#client/lib/api-error.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import type { PostContent, PostDraftInput } from "#shared/schemas/news.ts";

/** So long after the last key a draft is saved, in milliseconds. */
const SAVED_AFTER_MS = 700;
/** So long after a failure it is tried again, in milliseconds. */
const AGAIN_AFTER_MS = 5000;

/** Which draft the server has, and the state of it that one has seen. */
export type Saved = { id: number; revision: number };

export type DraftSaving = "none" | "waiting" | "saving" | "saved" | "failed" | "conflict";

type Written = Pick<PostDraftInput, "newsId" | "newsRevision"> & { content: PostContent };

export type SavedDraftDoors = {
  save: (input: PostDraftInput) => Promise<Saved>;
  discard: (id: number) => Promise<void>;
  /** Told of what the server has, whenever that is something else. */
  onSaved: (saved: Saved | null) => void;
};

/**
 * Keeps what somebody writes on the server, so that they, or another Admin, go on with it elsewhere. One
 * call at a time; what failed is tried again; what others have saved is never silently written over.
 */
export const createSavedDraft = (
  first: (Saved & { content: PostContent }) | null,
  doors: SavedDraftDoors,
) => {
  const changes = createEmitter();
  let saved: Saved | null = first && { id: first.id, revision: first.revision };
  /** What the server has. */
  let known = JSON.stringify(first?.content ?? null);
  let state: DraftSaving = first === null ? "none" : "saved";
  /** What is to be saved; null where there is to be no draft; undefined where all is as it should be. */
  let wanted: Written | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  /** What is on its way there. */
  let sent: string | null = null;
  let isOver = false;
  /** While it is being published nothing of it is saved. */
  let isHeld = false;

  const isStopped = () => state === "conflict" || isHeld;
  const put = (next: DraftSaving) => {
    if (next === state) return;
    state = next;
    changes.emit();
  };
  const know = (next: Saved | null) => {
    saved = next;
    doors.onSaved(next);
  };

  const saveOnce = async (next: Written | null, text: string) => {
    if (next !== null) {
      const { id = null, revision = 0 } = saved ?? {};
      know(await doors.save({ ...next, id, revision }));
    } else if (saved !== null) {
      await doors.discard(saved.id);
      know(null);
    }
    known = text;
  };
  const work = async () => {
    while (wanted !== undefined && !isStopped()) {
      const next = wanted;
      wanted = undefined;
      sent = JSON.stringify(next?.content ?? null);
      put("saving");
      try {
        await saveOnce(next, sent);
        sent = null;
        if (wanted === undefined) put(saved === null ? "none" : "saved");
      } catch (error) {
        sent = null;
        wanted ??= next;
        if (codeOf(error) === "draft_changed") put("conflict");
        else {
          put("failed");
          if (!isOver) timer = setTimeout(() => void saveNow(), AGAIN_AFTER_MS);
          return;
        }
      }
    }
  };
  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    running ??= work().finally(() => {
      running = null;
    });
    await running;
  };

  return {
    subscribe: changes.subscribe,
    get: () => state,
    saved: () => saved,
    /** @param next what is written now; null where that is nothing new. */
    write: (next: Written | null) => {
      if (isOver) return;
      if (JSON.stringify(next?.content ?? null) === (sent ?? known)) {
        wanted = undefined;
        clearTimeout(timer);
        if (sent === null && state !== "conflict") put(saved === null ? "none" : "saved");
        return;
      }
      wanted = next;
      if (state === "conflict" || isHeld) return;
      if (running === null) put("waiting");
      clearTimeout(timer);
      timer = setTimeout(() => void saveNow(), SAVED_AFTER_MS);
    },
    /** Saves at once what waits to be saved. */
    saveNow,
    /** Goes on from what the server has now. @param now null where it has none any more. */
    goOn: (now: Saved | null) => {
      know(now);
      put(now === null ? "none" : "saved");
      if (wanted !== undefined) void saveNow();
    },
    /** Saves nothing more while the post is published. @returns the draft, once nothing is under way. */
    hold: async (): Promise<Saved | null> => {
      isHeld = true;
      clearTimeout(timer);
      await running;
      return saved;
    },
    /** It was not published: it is saved as before. */
    release: () => {
      isHeld = false;
      if (wanted !== undefined) void saveNow();
    },
    /** What is written is no draft any more: it was published, or the post is gone. */
    end: () => {
      isOver = true;
      wanted = undefined;
      clearTimeout(timer);
    },
  };
};
