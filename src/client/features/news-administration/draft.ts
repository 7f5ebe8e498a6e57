import { z } from "zod/mini";
import { codeOf } from "#client/lib/api-error.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { textThat } from "#client/lib/form.ts";
import { localFieldText } from "#client/lib/time.ts";
import { NEWS_FORM } from "#shared/news-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { NewsDraft, NewsSource, PostContent, PostDraftInput } from "#shared/schemas/news.ts";

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

/** When a post is to appear: at once, at its time, or not yet. */
export const APPEARANCES = ["now", "later"] as const;

const seenOr = (sentence: string) => textThat((text) => (isSeen(text) ? null : sentence));
const optionalMoment = textThat((text) =>
  text === "" || isMoment(text) ? null : NEWS_FORM.noMoment,
);

/** Whether a `datetime-local` input holds a moment. */
const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** What an Admin is writing. Moments are those of their own clock: `2026-11-24T18:00`, "" for none. */
export const postForm = z
  .object({
    title: seenOr(NEWS_FORM.noTitle),
    summary: seenOr(NEWS_FORM.noSummary),
    slug: textThat((slug) =>
      slug === "" || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? null : NEWS_FORM.badSlug,
    ),
    text: seenOr(NEWS_FORM.noText),
    appears: z.enum(APPEARANCES),
    publishAt: z.string(),
    pinnedFrom: optionalMoment,
    pinnedUntil: optionalMoment,
    notifies: z.boolean(),
  })
  .check(
    z.refine(({ appears, publishAt }) => appears === "now" || isMoment(publishAt), {
      path: ["publishAt"],
      error: NEWS_FORM.noMoment,
    }),
  );
export type PostDraft = z.infer<typeof postForm>;

/** What the server's sentences about a field begin with. */
export const POST_LABELS = {
  title: "The title",
  summary: "The summary",
  slug: "The address",
  text: "The text",
} as const;

export const EMPTY_POST: PostDraft = {
  title: "",
  summary: "",
  slug: "",
  text: "",
  appears: "now",
  publishAt: "",
  pinnedFrom: "",
  pinnedUntil: "",
  notifies: false,
};

/** A moment as the input of whoever reads wants it. @param iso null for none. */
const localOf = (iso: string | null): string => (iso === null ? "" : localFieldText(new Date(iso)));

/**
 * The moment that an input holds; null for none. @param before what it was: the input knows minutes
 * alone, and a moment that nobody changed stays what it is.
 */
const momentOf = (local: string, before: string | null): string | null => {
  if (local === "") return null;
  return local === localOf(before) ? before : new Date(local).toISOString();
};

export const draftOf = (source: NewsSource): PostDraft => ({
  title: source.title,
  summary: source.summary,
  slug: source.slug,
  text: source.text,
  appears: source.isPublished ? "now" : "later",
  publishAt: localOf(source.publishAt),
  pinnedFrom: localOf(source.pinnedFrom),
  pinnedUntil: localOf(source.pinnedUntil),
  notifies: source.notifies,
});

/** What is sent of a draft. @param source what it began with; null for a new post. */
export const inputOf = (
  { title, summary, slug, text, appears, publishAt, notifies, ...pin }: PostDraft,
  source: NewsSource | null,
): Omit<NewsDraft, "idempotencyKey"> => ({
  id: source?.id ?? null,
  revision: source?.revision ?? 0,
  ...(slug !== "" && { slug }),
  title,
  summary,
  text,
  publishAt: appears === "now" ? null : momentOf(publishAt, source?.publishAt ?? null),
  pinnedFrom: momentOf(pin.pinnedFrom, source?.pinnedFrom ?? null),
  pinnedUntil: momentOf(pin.pinnedUntil, source?.pinnedUntil ?? null),
  notifies,
});

/** The moment that an input holds; null also for what is none yet. */
const momentIn = (local: string, before: string | null | undefined): string | null =>
  isMoment(local) ? momentOf(local, before ?? null) : null;

/** A post as it is being written, as every device understands it: moments that are none yet are left out. */
export const contentOf = (
  { title, summary, slug, text, appears, publishAt, notifies, ...pin }: PostDraft,
  source: NewsSource | null,
): PostContent => ({
  title,
  summary,
  slug,
  text,
  appears,
  publishAt: momentIn(publishAt, source?.publishAt),
  pinnedFrom: momentIn(pin.pinnedFrom, source?.pinnedFrom),
  pinnedUntil: momentIn(pin.pinnedUntil, source?.pinnedUntil),
  notifies,
});

/** What was being written, in the fields of whoever goes on with it. */
export const resumed = (content: PostContent): PostDraft => ({
  ...content,
  publishAt: localOf(content.publishAt),
  pinnedFrom: localOf(content.pinnedFrom),
  pinnedUntil: localOf(content.pinnedUntil),
});

const FIELDS = Object.keys(EMPTY_POST) as readonly (keyof PostDraft)[];

/** Whether two drafts would be sent alike. */
export const isSamePost = (a: PostDraft, b: PostDraft): boolean =>
  FIELDS.every((field) => a[field] === b[field]);

/** Fields that go together. */
const GROUPS: readonly (readonly (keyof PostDraft)[])[] = [
  ["title"],
  ["summary"],
  ["slug"],
  ["text"],
  ["appears", "publishAt"],
  ["pinnedFrom", "pinnedUntil"],
  ["notifies"],
];

/** What somebody has typed, and of what they left as it was what others have saved meanwhile. */
export const mergedPost = (before: PostDraft, mine: PostDraft, theirs: PostDraft): PostDraft => {
  const merged: Record<string, unknown> = { ...theirs };
  for (const group of GROUPS)
    if (group.some((field) => mine[field] !== before[field]))
      for (const field of group) merged[field] = mine[field];
  return merged as PostDraft;
};

const values = z.object({
  title: z.string(),
  summary: z.string(),
  slug: z.string(),
  text: z.string(),
  appears: z.enum(APPEARANCES),
  publishAt: z.string(),
  pinnedFrom: z.string(),
  pinnedUntil: z.string(),
  notifies: z.boolean(),
});
const kept = z.object({
  draft: values,
  /** What the typing began with, and its revision; 0 for a new post. */
  before: values,
  revision: z.int(),
  /** The draft that the server has, and the state of it that this goes on from; null for none. */
  saved: z.nullable(z.object({ id: z.int(), revision: z.int() })),
});
export type KeptPost = z.infer<typeof kept>;

/** A kept draft read again; null where nothing readable was kept. */
export const readKeptPost = (stored: string | null): KeptPost | null => {
  try {
    return kept.parse(JSON.parse(stored ?? ""));
  } catch {
    return null;
  }
};
