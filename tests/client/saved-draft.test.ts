import { expect, test } from "bun:test";
import { createSavedDraft, type Saved } from "#client/features/news-administration/draft.ts";
import type { PostContent, PostDraftInput } from "#shared/schemas/news.ts";

const CONTENT: PostContent = {
  title: "Soon",
  summary: "",
  slug: "",
  text: "",
  appears: "now",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};
const titled = (title: string) => ({
  newsId: null,
  newsRevision: 0,
  content: { ...CONTENT, title },
});

/** A draft whose server answers when it is told to. */
const setUp = () => {
  const calls: PostDraftInput[] = [];
  let answer: PromiseWithResolvers<Saved> = Promise.withResolvers();
  const draft = createSavedDraft(null, {
    save: (input) => {
      calls.push(input);
      return answer.promise;
    },
    discard: async () => {},
    onSaved: () => {},
  });
  return {
    calls,
    draft,
    answer: (saved: Saved) => {
      const { resolve } = answer;
      answer = Promise.withResolvers();
      resolve(saved);
    },
  };
};

test("[NEWS-04] what is saved, or on its way, is not saved once more", async () => {
  const { calls, draft, answer } = setUp();
  draft.write(titled("One"));
  const saving = draft.saveNow();
  expect(draft.get()).toBe("saving");
  draft.write(titled("One"));
  // Whoever hears that it is saved may say the same again.
  const leave = draft.subscribe(() => draft.write(titled("One")));
  answer({ id: 1, revision: 1 });
  await saving;
  await draft.saveNow();
  expect([draft.get(), calls.length]).toEqual(["saved", 1]);
  leave();
  draft.write(titled("Two"));
  expect(draft.get()).toBe("waiting");
  draft.end();
});

test("[NEWS-04] while a post is published nothing of its draft is saved", async () => {
  const { calls, draft, answer } = setUp();
  draft.write(titled("One"));
  void draft.saveNow();
  const held = draft.hold();
  draft.write(titled("Two"));
  answer({ id: 1, revision: 1 });
  expect(await held).toEqual({ id: 1, revision: 1 });
  await draft.saveNow();
  expect(calls).toHaveLength(1);
  draft.release();
  expect(calls.map(({ id, revision, content }) => [id, revision, content.title])).toEqual([
    [null, 0, "One"],
    [1, 1, "Two"],
  ]);
  answer({ id: 1, revision: 2 });
  draft.end();
});
