import { codeOf } from "#client/lib/api-error.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import type { SiteSectionState } from "#shared/schemas/site-document.ts";
import { isSame } from "#shared/site-forms/fields.ts";
import { type Json, type Path, withValue } from "./form/context.ts";

/** So long after the last key a draft is saved, in milliseconds. */
const SAVED_AFTER_MS = 700;
/** So long after a failure it is tried again, in milliseconds. */
const AGAIN_AFTER_MS = 5000;

/** So much a browser still sends of a page that is gone: 64 KiB, with what goes around the content. */
const LAST_MAX_BYTES = 60 * 1024;

export type SaveState = "saved" | "waiting" | "saving" | "failed" | "conflict";

/** What an editor shows. */
export type DraftState = {
  content: Json;
  published: Json;
  /** Whether there is a draft, saved or not. */
  isDraft: boolean;
  save: SaveState;
  /** What somebody else has saved meanwhile, while that has to be decided. */
  theirs: SiteSectionState | null;
  /** What both began from. */
  base: Json;
  /** The published version is newer than the one that the draft began from. */
  isStale: boolean;
  /** There is a draft that nobody can read any more. */
  isDamaged: boolean;
  /** Counts what was saved: a preview goes by it. */
  saves: number;
};

/** What is kept in the browser until the server has it. */
type Kept = {
  content: Json;
  revision: number;
  basedOn: number;
  /** What was on its way to the server meanwhile, if anything was. */
  sent?: Json;
};

type DraftToSave = { content: Json; basedOn: number; revision: number };

export type DraftDoors = {
  read: () => Promise<SiteSectionState>;
  save: (input: DraftToSave) => Promise<{ revision: number }>;
  /** Sends what nobody will hear the answer of, since the page is being left. */
  saveLast: (input: DraftToSave) => void;
  /** What was typed and not saved, as text; "" takes it away. */
  keep: (text: string) => void;
  kept: () => string | null;
};

const readKept = (text: string | null): Kept | null => {
  try {
    return JSON.parse(text ?? "null") as Kept | null;
  } catch {
    return null;
  }
};

const contentOf = ({ draft, published }: SiteSectionState) => (draft ?? published) as Json;

/**
 * The draft of one section: what is typed is kept at once in this browser, saved when one pauses, tried
 * again when that fails, and never silently put over what somebody else has saved.
 */
export const createSectionDraft = (first: SiteSectionState, doors: DraftDoors) => {
  const changes = createEmitter();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { draftRevision: revision, basedOn } = first;
  /** What the server has. */
  let known = contentOf(first);
  let isSaving = false;
  /** What is being saved. */
  let sent: Json | undefined;
  let state: DraftState = {
    content: known,
    published: first.published as Json,
    isDraft: first.draft !== null,
    save: "saved",
    theirs: null,
    base: known,
    isStale: first.isStale,
    isDamaged: first.isDamaged,
    saves: 0,
  };

  const put = (part: Partial<DraftState>) => {
    state = { ...state, ...part };
    changes.emit();
  };

  const keep = () =>
    doors.keep(
      isSame(state.content, known)
        ? ""
        : JSON.stringify({
            content: state.content,
            revision,
            basedOn,
            ...(sent !== undefined && { sent }),
          } satisfies Kept),
    );

  /** Goes on from what the server has now. */
  const take = (section: SiteSectionState, content: Json) => {
    revision = section.draftRevision;
    basedOn = section.basedOn;
    known = contentOf(section);
    put({
      content,
      published: section.published as Json,
      isDraft: section.draft !== null,
      isStale: section.isStale,
      isDamaged: section.isDamaged,
      theirs: null,
    });
  };

  const onConflict = async () => {
    const section = await doors.read();
    if (isSame(contentOf(section), state.content)) {
      // An earlier attempt of this very browser arrived after all.
      take(section, state.content);
      keep();
      put({ save: "saved", saves: state.saves + 1 });
    } else put({ save: "conflict", theirs: section, base: known });
  };

  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isSaving || state.theirs !== null || isSame(state.content, known)) {
      if (!isSaving && state.theirs === null) put({ save: "saved" });
      return;
    }
    isSaving = true;
    const { content } = state;
    put({ save: "saving" });
    sent = content;
    keep();
    try {
      const saved = await doors.save({ content, basedOn, revision });
      ({ revision } = saved);
      known = content;
      sent = undefined;
      put({
        isDraft: true,
        isDamaged: false,
        save: isSame(state.content, content) ? "saved" : "waiting",
        saves: state.saves + 1,
      });
      keep();
    } catch (error) {
      try {
        if (codeOf(error) === "draft_changed") await onConflict();
        else throw error;
      } catch {
        put({ save: "failed" });
        timer = setTimeout(() => void saveNow(), AGAIN_AFTER_MS);
      }
    } finally {
      isSaving = false;
      sent = undefined;
    }
    if (state.save === "waiting") plan();
  };

  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), SAVED_AFTER_MS);
  };

  const replace = (content: Json) => {
    put({ content, save: state.theirs === null ? "waiting" : "conflict" });
    keep();
    plan();
  };

  const kept = readKept(doors.kept());
  if (kept !== null && !isSame(kept.content, known)) {
    state = { ...state, content: kept.content, save: "waiting" };
    // The answer to what this very browser had sent was never heard.
    const isOwn =
      kept.sent !== undefined && kept.revision + 1 === revision && isSame(kept.sent, known);
    if (isOwn) kept.basedOn = basedOn;
    const isOlder = kept.revision !== revision && !isOwn;
    if (isOlder) state = { ...state, save: "conflict", theirs: first, base: state.published };
    else ({ basedOn } = kept);
    if (!isOlder) plan();
  } else doors.keep("");

  return {
    get: () => state,
    subscribe: changes.subscribe,
    set: (path: Path, value: Json | undefined) => replace(withValue(state.content, path, value)),
    replace,
    saveNow,
    /** Shows what is there now: after a draft was discarded, merged or published. */
    refresh: async () => {
      clearTimeout(timer);
      const section = await doors.read();
      take(section, contentOf(section));
      put({ save: "saved", saves: state.saves + 1 });
      keep();
    },
    /** News from elsewhere: shown at once where nothing is unsaved here. */
    hear: (section: SiteSectionState) => {
      if (isSaving || state.save !== "saved" || section.draftRevision < revision) return;
      const isNews =
        !isSame(contentOf(section), state.content) || !isSame(section.published, state.published);
      take(section, contentOf(section));
      if (isNews) put({ saves: state.saves + 1 });
    },
    /** Decides between what is here and what somebody else has saved. */
    resolve: (content: Json) => {
      const { theirs } = state;
      if (theirs === null) return;
      take(theirs, content);
      keep();
      put({ save: "waiting" });
      void saveNow();
    },
    revision: () => revision,
    /** The page is being left: what is not saved is sent all the same, and stays in this tab. */
    leave: () => {
      if (state.theirs !== null || isSame(state.content, known)) return;
      doors.saveLast({ content: state.content, basedOn, revision });
    },
    /** What is not saved would be lost with the tab: it waits for a decision, or cannot be sent. */
    isAtRisk: () => {
      if (state.save === "conflict" || state.save === "failed") return true;
      if (isSame(state.content, known)) return false;
      return new TextEncoder().encode(JSON.stringify(state.content)).byteLength > LAST_MAX_BYTES;
    },
    isUnsaved: () => !isSame(state.content, known),
  };
};
export type SectionDraft = ReturnType<typeof createSectionDraft>;
