import { describe, expect, test } from "bun:test";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { POST_DRAFTS_MAX } from "#shared/constants/lists.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NEWS } from "#shared/news-messages.ts";
import type { NewsDraft, PostContent } from "#shared/schemas/news.ts";
import { PUBLIC_URL, withLimits } from "#tests/support/app.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";

/** With which sentence a call is refused. */
const sentenceOf = async (call: PromiseLike<unknown>) => (await refusalOf(call))[1];

const POST: NewsDraft = {
  id: null,
  revision: 0,
  title: "Ärger im Süden",
  summary: "What happened, and what we do about it.",
  text: "It *rained*.\n\n## What now\n\n1. wait\n2. dry",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};

const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { app, clock, store } = world;
  const job = siteJobs(app.deps).find(({ name }) => name === "publish-news");
  if (job === undefined) throw new Error("Nothing publishes news.");
  const { audit } = store.tables;
  return {
    ...world,
    inHours: (hours: number) => new Date(+clock.now() + hours * 3_600_000).toISOString(),
    publish: () => runJob(app.deps, job, new AbortController().signal),
    audited: async () =>
      (await store.read.select().from(audit).orderBy(audit.id))
        .filter(({ action }) => action.startsWith("news."))
        .map(({ action, subject }) => [action, subject]),
  };
};

describe("a post", () => {
  test("appears at once, at an address that follows from its title, read from its Markdown", async () => {
    const { app, clock, admin, stranger, audited } = await setUp();
    const heard = await hear(app.deps.store);
    const saved = await admin.news.save.mutate(POST);
    const publishedAt = clock.now().toISOString();
    expect(saved).toMatchObject({ slug: "arger-im-suden", revision: 1, isPublished: true });
    const { items } = await stranger.news.list.query({});
    const { title, summary } = POST;
    const item = { id: saved.id, slug: saved.slug, title, summary, publishedAt };
    expect(items).toEqual([item]);
    expect(await stranger.news.post.query({ slug: saved.slug })).toEqual({
      ...item,
      updatedAt: publishedAt,
      opening: [
        { kind: "paragraph", text: ["It ", { text: "rained", looks: ["em"], to: null }, "."] },
      ],
      sections: [
        {
          id: "what-now",
          title: "What now",
          blocks: [{ kind: "steps", start: 1, items: [["wait"], ["dry"]] }],
        },
      ],
    });
    expect(await heard()).toEqual([{ type: "news.changed" }]);
    expect(await audited()).toEqual([
      ["news.saved", String(saved.id)],
      ["news.published", String(saved.id)],
    ]);
  });

  test("for later is seen by Admins alone until the job lets it appear, once", async () => {
    const { app, clock, admin, member, stranger, inHours, publish } = await setUp();
    const { id, slug } = await admin.news.save.mutate({
      ...POST,
      publishAt: inHours(2),
      notifies: true,
    });
    await publish();
    expect((await stranger.news.list.query({})).items).toEqual([]);
    expect(await sentenceOf(stranger.news.post.query({ slug }))).toBe(NEWS.unknown);
    expect((await admin.news.written.query({})).items).toMatchObject([{ id, isPublished: false }]);

    clock.advance(2 * 3_600_000);
    const heard = await hear(app.deps.store);
    await publish();
    await publish();
    expect(await heard()).toEqual([
      { type: "notifications.changed", userIds: null },
      { type: "news.changed" },
    ]);
    expect((await stranger.news.list.query({})).items.map(({ slug }) => slug)).toEqual([slug]);
    expect((await member.notifications.list.query({})).items).toMatchObject([
      { subject: POST.title, message: POST.summary, link: `/news/${slug}`, kind: "news" },
    ]);
  });

  test("is changed: its day, address and notification stay, and nobody overwrites another", async () => {
    const { clock, admin, stranger, member, inHours } = await setUp();
    const first = await admin.news.save.mutate({ ...POST, notifies: true });
    clock.advance(3_600_000);
    const edit = { ...POST, id: first.id, revision: 1, title: "All dry", text: "Sun." };
    const second = await admin.news.save.mutate({
      ...edit,
      notifies: true,
      publishAt: inHours(24),
    });
    expect(second).toMatchObject({
      slug: first.slug,
      isPublished: true,
      publishAt: first.publishAt,
      revision: 2,
    });
    expect(await sentenceOf(admin.news.save.mutate(edit))).toBe(NEWS.changedMeanwhile);
    expect(await stranger.news.post.query({ slug: first.slug })).toMatchObject({
      title: "All dry",
      updatedAt: clock.now().toISOString(),
      opening: [{ kind: "paragraph", text: ["Sun."] }],
    });
    expect((await member.notifications.list.query({})).items).toHaveLength(1);
    expect(await admin.news.source.query({ id: first.id })).toMatchObject({ text: "Sun." });
  });

  test("that has appeared meanwhile is not saved over by a form of before", async () => {
    const { clock, admin, inHours, publish } = await setUp();
    const post = await admin.news.save.mutate({ ...POST, publishAt: inHours(1) });
    const form = { ...POST, id: post.id, revision: post.revision, publishAt: inHours(24) };
    clock.advance(2 * 3_600_000);
    await publish();
    expect(await refusalOf(admin.news.save.mutate(form))).toEqual([409, NEWS.changedMeanwhile]);
    const { revision, isPublished } = await admin.news.source.query({ id: post.id });
    expect(isPublished).toBe(true);
    expect(await admin.news.save.mutate({ ...form, revision })).toMatchObject({
      publishAt: post.publishAt,
    });
  });

  test("was changed on the day on which what one reads of it was", async () => {
    const { clock, admin, stranger, inHours } = await setUp();
    const { id, slug, revision } = await admin.news.save.mutate(POST);
    const changedAt = async () => (await stranger.news.post.query({ slug })).updatedAt;
    const before = await changedAt();
    clock.advance(3_600_000);
    await admin.news.save.mutate({ ...POST, id, revision, pinnedUntil: inHours(1) });
    expect(await changedAt()).toBe(before);
    await admin.news.save.mutate({ ...POST, id, revision: revision + 1, summary: "Dry." });
    expect(await changedAt()).toBe(clock.now().toISOString());
  });

  test("of the same title has an address of its own; one that is taken is refused", async () => {
    const { admin } = await setUp();
    await admin.news.save.mutate(POST);
    const { id, slug, revision } = await admin.news.save.mutate(POST);
    expect(slug).toBe("arger-im-suden-2");
    const change = { ...POST, id, revision };
    expect(await sentenceOf(admin.news.save.mutate({ ...change, slug: "arger-im-suden" }))).toBe(
      NEWS.slugTaken,
    );
    expect((await admin.news.save.mutate({ ...change, slug: "dry" })).slug).toBe("dry");
    expect(await sentenceOf(admin.news.save.mutate({ ...POST, title: "雨" }))).toBe(NEWS.noSlug);
    expect((await admin.news.save.mutate({ ...POST, title: "雨", slug: "rain" })).slug).toBe(
      "rain",
    );
  });

  test("sent twice is one post", async () => {
    const { admin } = await setUp();
    const draft = { ...POST, idempotencyKey: "one-and-only" };
    const { id } = await admin.news.save.mutate(draft);
    expect((await admin.news.save.mutate(draft)).id).toBe(id);
    expect((await admin.news.written.query({})).items).toHaveLength(1);
  });

  test("is deleted, and is nowhere afterwards", async () => {
    const { admin, stranger, audited } = await setUp();
    const { id, slug } = await admin.news.save.mutate(POST);
    await admin.news.remove.mutate({ id });
    expect((await stranger.news.list.query({})).items).toEqual([]);
    expect(await sentenceOf(stranger.news.post.query({ slug }))).toBe(NEWS.unknown);
    expect(await sentenceOf(admin.news.remove.mutate({ id }))).toBe(NEWS.unknown);
    expect((await audited()).at(-1)).toEqual(["news.removed", String(id)]);
  });

  test("stands above every page from when until when it is pinned, the newest of several", async () => {
    const { clock, admin, stranger, inHours } = await setUp();
    const pinned = async () => (await stranger.news.pinned.query()).post?.title ?? null;
    await admin.news.save.mutate({ ...POST, title: "First", pinnedUntil: inHours(5) });
    const later = { ...POST, title: "Second", pinnedFrom: inHours(2), pinnedUntil: inHours(3) };
    clock.advance(1000);
    await admin.news.save.mutate(later);
    expect(await pinned()).toBe("First");
    expect((await stranger.news.pinned.query()).changesInMs).toBe(2 * 3_600_000 - 1000);
    clock.advance(2 * 3_600_000);
    expect(await pinned()).toBe("Second");
    clock.advance(3_600_000);
    expect(await pinned()).toBe("First");
    expect((await stranger.news.pinned.query()).changesInMs).toBe(2 * 3_600_000 - 1000);
    clock.advance(2 * 3_600_000);
    expect(await stranger.news.pinned.query()).toEqual({ post: null, changesInMs: null });
    const wrong = { ...POST, pinnedFrom: inHours(2), pinnedUntil: inHours(1) };
    expect(await sentenceOf(admin.news.save.mutate(wrong))).toBe(NEWS.pinBackwards);
    expect(await sentenceOf(admin.news.save.mutate({ ...wrong, pinnedUntil: null }))).toBe(
      NEWS.pinHalf,
    );
    // Nobody would ever see it above the pages.
    const early = { ...POST, publishAt: inHours(2), pinnedUntil: inHours(2) };
    expect(await sentenceOf(admin.news.save.mutate(early))).toBe(NEWS.pinTooEarly);
  });
});

test.each([
  ["HTML", "<b>x</b>", "must not contain HTML"],
  ["a script", "[x](javascript:alert(1))", "must not lead to"],
  ["a foreign picture", "![x](https://evil.example/x.png)", "must not show the picture"],
  ["a table", "| a | b |\n| - | - |\n| 1 | 2 |", "must not contain tables"],
  ["nothing", "\n", "must not be empty"],
])("a text with %s is refused", async (_, text, problem) => {
  const { admin } = await setUp();
  expect(await sentenceOf(admin.news.save.mutate({ ...POST, text }))).toContain(problem);
  expect((await admin.news.written.query({})).items).toEqual([]);
});

test("an Admin sees what readers will see of a text before it is saved, or what is wrong with it", async () => {
  const { admin, member } = await setUp();
  expect(await admin.news.preview.mutate({ text: POST.text })).toMatchObject({
    opening: [{ kind: "paragraph" }],
    sections: [{ title: "What now" }],
  });
  expect(await sentenceOf(admin.news.preview.mutate({ text: "<b>x</b>" }))).toContain("HTML");
  expect((await admin.news.written.query({})).items).toEqual([]);
  expect(await sentenceOf(member.news.preview.mutate({ text: "x" }))).toBe(MESSAGES.accessDenied);
});

test("braces mean nothing in a post", async () => {
  const { admin, stranger } = await setUp();
  const { slug } = await admin.news.save.mutate({ ...POST, text: "{storage}\n\n{name}" });
  expect((await stranger.news.post.query({ slug })).opening).toEqual([
    { kind: "paragraph", text: ["{storage}"] },
    { kind: "paragraph", text: ["{name}"] },
  ]);
});

test("lists have pages, in their order", async () => {
  const { clock, admin, stranger, inHours } = await setUp();
  for (const title of ["One", "Two", "Three"]) {
    await admin.news.save.mutate({ ...POST, title });
    clock.advance(1000);
  }
  await admin.news.save.mutate({ ...POST, title: "Soon", publishAt: inHours(1) });
  const first = await stranger.news.list.query({ limit: 2 });
  expect(first.items.map(({ title }) => title)).toEqual(["Three", "Two"]);
  const rest = await stranger.news.list.query({ limit: 2, cursor: first.nextCursor });
  expect([rest.items.map(({ title }) => title), rest.nextCursor]).toEqual([["One"], null]);
  const written = await admin.news.written.query({ limit: 3 });
  expect(written.items.map(({ title }) => title)).toEqual(["Soon", "Three", "Two"]);
  expect(written.nextCursor).not.toBeNull();
});

test("the texts of a feed are read once, whatever stands in them, and it has an author", async () => {
  const { app, admin } = await setUp({
    adjust: ({ community, ...config }) => ({
      ...config,
      community: {
        ...community,
        brand: { ...community.brand, name: "Jerry's & <Tom's>", description: "A &amp; B's" },
      },
    }),
  });
  await admin.news.save.mutate({ ...POST, title: "Rain's" });
  const xml = await (await app.request("/news.atom")).text();
  expect(xml).toContain("<title>Jerry's &amp; &lt;Tom's&gt;</title>");
  expect(xml).toContain("<subtitle>A &amp;amp; B's</subtitle>");
  expect(xml).toMatch(/<author>\s*<name>Jerry's &amp; &lt;Tom's&gt;<\/name>/);
  expect(xml).toContain('<title type="html"><![CDATA[Rain&#39;s]]></title>');
  const json = await (await app.request("/news.json")).json();
  expect(json).toMatchObject({ title: "Jerry's & <Tom's>", items: [{ title: "Rain's" }] });
});

test("feed readers get the newest as Atom and as JSON, and ask again for nothing", async () => {
  const { app, admin } = await setUp();
  const empty = await app.request("/news.atom");
  expect(await empty.text()).not.toContain("<entry>");
  await admin.news.save.mutate({ ...POST, title: "Rain & <sun>" });
  const atom = await app.request("/news.atom");
  expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const xml = await atom.text();
  expect(xml).toContain(`<id>${PUBLIC_URL}/news/rain-sun</id>`);
  expect(xml).not.toContain("<sun>");
  const json = await app.request("/news.json");
  expect(json.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
  expect(await json.json()).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    authors: [{ name: "Lynxden" }],
    feed_url: `${PUBLIC_URL}/news.json`,
    items: [{ url: `${PUBLIC_URL}/news/rain-sun`, title: "Rain & <sun>", summary: POST.summary }],
  });
  const etag = atom.headers.get("etag") ?? "";
  const again = await app.request("/news.atom", { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test("an Admin who saves without end has to wait", async () => {
  const { admin } = await setUp({ adjust: withLimits({ newsByMember: 1 }) });
  await admin.news.save.mutate(POST);
  expect(await sentenceOf(admin.news.save.mutate(POST))).toContain("try again later");
});

describe("[NEWS-04] a draft of a post", () => {
  const CONTENT: PostContent = {
    title: "",
    summary: "",
    slug: "not an address",
    text: "<b>half a",
    appears: "later",
    publishAt: null,
    pinnedFrom: null,
    pinnedUntil: "2030-01-01T00:00:00.000Z",
    notifies: true,
  };
  const begun = { id: null, revision: 0, newsId: null, newsRevision: 0, content: CONTENT };

  test("is kept whatever is wrong with it, and gone on with by any Admin, on any device", async () => {
    const { app, admin, clock } = await setUp();
    const other = await person(app, { role: "Admin", firstName: "Robin", lastName: "Stray" });
    const saved = await admin.news.saveDraft.mutate(begun);
    expect(saved).toEqual({ id: 1, revision: 1 });
    clock.advance(1000);
    const content = { ...CONTENT, title: "Half" };
    const more = { ...begun, ...saved, content };
    expect(await other.news.saveDraft.mutate(more)).toEqual({ id: 1, revision: 2 });
    const updatedAt = clock.now().toISOString();
    const item = { id: 1, newsId: null, title: "Half", updatedAt, by: "Robin Stray" };
    expect(await admin.news.drafts.query()).toEqual([item]);
    const whole = { ...item, newsRevision: 0, revision: 2, content };
    expect(await admin.news.draft.query({ id: 1 })).toEqual(whole);
    // What somebody else has saved is not written over.
    const refused = [409, NEWS.draftChanged] as const;
    expect(await refusalOf(admin.news.saveDraft.mutate(more))).toEqual([...refused]);
    await admin.news.discardDraft.mutate({ id: 1 });
    const late = { ...begun, id: 1, revision: 2 };
    expect(await refusalOf(other.news.saveDraft.mutate(late))).toEqual([...refused]);
    expect(await sentenceOf(admin.news.draft.query({ id: 1 }))).toBe(NEWS.unknownDraft);
    expect(await admin.news.drafts.query()).toEqual([]);
  });

  test("is shown to nobody else by any way, and ends when it is published", async () => {
    const { app, admin, member, stranger, publish } = await setUp();
    const secret = "The secret of the pines";
    const content = { ...CONTENT, title: secret, slug: "secret-pines", text: secret };
    const { id } = await admin.news.saveDraft.mutate({ ...begun, content });
    for (const who of [member, stranger]) {
      for (const call of [
        () => who.news.drafts.query(),
        () => who.news.draft.query({ id }),
        () => who.news.saveDraft.mutate(begun),
        () => who.news.discardDraft.mutate({ id }),
      ])
        expect((await refusalOf(call()))[0]).toBe(403);
      const seen = [await who.news.list.query({}), await who.news.pinned.query()];
      expect(JSON.stringify(seen)).not.toContain(secret);
    }
    await publish();
    for (const path of ["/news", "/news/secret-pines", "/news.atom", "/news.json", "/sitemap.xml"])
      expect(await (await app.request(path)).text()).not.toContain("ecret");
    expect((await admin.news.written.query({})).items).toEqual([]);

    // What another Admin has saved since goes with nobody's publication.
    const { revision } = await admin.news.saveDraft.mutate({ ...begun, id, revision: 1, content });
    const published = (seen: number) =>
      admin.news.save.mutate({ ...POST, draft: { id, revision: seen } });
    expect(await refusalOf(published(1))).toEqual([409, NEWS.draftChanged]);
    expect((await admin.news.written.query({})).items).toEqual([]);
    await published(revision);
    expect(await refusalOf(published(revision))).toEqual([409, NEWS.draftChanged]);
    expect(await admin.news.drafts.query()).toEqual([]);
  });

  test("of a post there is one, which goes with it", async () => {
    const { admin } = await setUp();
    const { id: newsId, revision } = await admin.news.save.mutate(POST);
    const content = { ...CONTENT, title: "Changed" };
    const change = { ...begun, newsId, newsRevision: revision, content };
    const { id } = await admin.news.saveDraft.mutate(change);
    expect(await refusalOf(admin.news.saveDraft.mutate(change))).toEqual([409, NEWS.draftChanged]);
    const { title, draft } = await admin.news.source.query({ id: newsId });
    expect([title, draft]).toMatchObject([POST.title, { id, newsRevision: revision, content }]);
    await admin.news.remove.mutate({ id: newsId });
    expect(await admin.news.drafts.query()).toEqual([]);
    expect(await sentenceOf(admin.news.saveDraft.mutate(change))).toBe(NEWS.unknown);
  });

  test("is one of no more than a hundred", async () => {
    const { admin } = await setUp();
    for (let count = 0; count < POST_DRAFTS_MAX; count += 1)
      await admin.news.saveDraft.mutate(begun);
    const one = admin.news.saveDraft.mutate(begun);
    expect(await refusalOf(one)).toEqual([409, NEWS.tooManyDrafts(POST_DRAFTS_MAX)]);
  });
});

test("[ADMIN-13] the list of posts is narrowed by how it stands with them, and sorted by either time", async () => {
  const { admin, inHours } = await setUp();
  const save = async (title: string, more: Partial<NewsDraft>) =>
    await admin.news.save.mutate({ ...POST, title, ...more });
  await save("Now", {});
  await save("Later", { publishAt: inHours(5) });
  await save("Pinned", { pinnedUntil: inHours(2) });
  await save("Soon", { publishAt: inHours(1), pinnedFrom: inHours(1), pinnedUntil: inHours(3) });
  const titles = async (input: Parameters<typeof admin.news.written.query>[0]) =>
    (await admin.news.written.query(input)).items.map(({ title }) => title);
  expect(await titles({})).toEqual(["Later", "Soon", "Pinned", "Now"]);
  expect(await titles({ sort: "appears" })).toEqual(["Now", "Pinned", "Soon", "Later"]);
  expect(await titles({ sort: "pinned" })).toEqual(["Pinned", "Soon", "Now", "Later"]);
  expect(await titles({ state: "scheduled" })).toEqual(["Later", "Soon"]);
  expect(await titles({ state: "published", sort: "appears" })).toEqual(["Now", "Pinned"]);
  expect(await titles({ state: "pinned" })).toEqual(["Pinned"]);
  const { nextCursor } = await admin.news.written.query({ sort: "pinned", limit: 1 });
  expect(await titles({ sort: "pinned", limit: 2, cursor: nextCursor })).toEqual(["Soon", "Now"]);
});
