import { describe, expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { mediaAddress, mediaKey, mediaSizeOf, smallAddress } from "#shared/rules/community.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import type { TestApp } from "#tests/support/app.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";
import { signedIn } from "#tests/support/sign-in.ts";

type Part = Record<string, unknown>;

const MISSING = `/media/${"0".repeat(32)}-20x20.webp`;

/** Uploads a picture of one colour. @returns its address. */
const upload = async (app: TestApp, red: number): Promise<string> => {
  const { headers } = await signedIn(app, { role: "Admin" });
  const body = new Uint8Array(encodePng(20, () => [red, 40, 40, 255]));
  const answer = await app.request("/api/site/pictures", { method: "POST", headers, body });
  const { key } = (await answer.json()) as { key: string };
  return mediaAddress(key);
};

/** Saves a draft made of what is there. @returns what keeps it from being published. */
const draft = async (
  { site }: TestPerson,
  section: SiteSection,
  edit: (content: Part & Part[]) => unknown,
) => {
  const state = await site.section.query({ section });
  const content = edit(structuredClone(state.draft ?? state.published) as Part & Part[]);
  const { basedOn, draftRevision: revision } = state;
  const { problems } = await site.saveDraft.mutate({ section, content, basedOn, revision });
  return problems.filter(({ level }) => level === "error");
};
const publish = async ({ site }: TestPerson, section: SiteSection) => {
  const { version } = await site.overview.query();
  return await site.publish.mutate({ sections: [section], note: "", version: version.id });
};

const page = (text: string): Part => ({ key: "team", title: "Team", description: "Us.", text });
const withPage = (text: string) => () => [page(text)];

const POST = {
  id: null,
  revision: 0,
  title: "News",
  summary: "What happened.",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};

test("an address says how large its picture is, and no other address does", () => {
  const key = "0123456789abcdef0123456789abcdef";
  expect(mediaSizeOf(`/media/${key}-2560x20.webp`)).toEqual({ width: 2560, height: 20 });
  for (const address of [
    `/media/${key}.webp`,
    `/media/${key}-0x20.webp`,
    `/media/${key}-20x99999.webp`,
    `/media/x/${key}-20x20.webp`,
    `https://elsewhere.example/media/${key}-20x20.webp`,
    "/media/logo.png",
  ])
    expect(mediaSizeOf(address)).toBeNull();
});

describe("a picture that a document names", () => {
  test("[PIC-04] has to be there before it can be published, wherever it stands", async () => {
    const { app, admin } = await appWithPeople();
    const problems = await draft(admin, "pages", withPage(`A ![den](${MISSING})`));
    expect(problems).toEqual([
      {
        section: "pages",
        path: [0, "text"],
        place: expect.any(String),
        message: SITE_VERSIONS.missingPicture(MISSING),
        level: "error",
        code: "invalid",
      },
    ]);
    expect((await refusalOf(publish(admin, "pages")))[0]).toBe(400);
    const address = await upload(app, 200);
    expect(await draft(admin, "pages", withPage(`A ![den](${address})`))).toEqual([]);
    await publish(admin, "pages");
    const shown = await draft(admin, "games", (games) =>
      games.map((game) => Object.assign(game, { picture: MISSING })),
    );
    expect(shown[0]).toMatchObject({ section: "games", path: [0, "picture"] });
    await draft(admin, "games", (games) =>
      games.map((game) => Object.assign(game, { picture: address })),
    );
    const { games } = await admin.site.previewConfig.query();
    expect(games.map(({ picture }) => picture)).toContain(address);
    await publish(admin, "games");
  });

  test("that belongs to another site's address is none of ours", async () => {
    const { admin } = await appWithPeople();
    const problems = await draft(
      admin,
      "pages",
      withPage("[there](https://elsewhere.example/media/den.png)"),
    );
    expect(problems).toEqual([]);
  });

  test("stands in a post only where there is one", async () => {
    const { app, admin, stranger } = await appWithPeople();
    const save = (text: string) => admin.news.save.mutate({ ...POST, text });
    expect((await refusalOf(save(`![den](${MISSING})`)))[1]).toContain(
      SITE_VERSIONS.missingPicture(MISSING),
    );
    const src = await upload(app, 200);
    const { slug } = await save(`![den](${src})`);
    expect((await stranger.news.post.query({ slug })).opening).toEqual([
      {
        kind: "paragraph",
        text: [{ text: "den", looks: [], to: null, picture: { src, width: 20, height: 20 } }],
      },
    ]);
  });
});

const setUp = async () => {
  const world = await appWithPeople();
  const { app, clock, store } = world;
  const job = siteJobs(app.deps).find(({ name }) => name === "forget-site-pictures");
  if (job === undefined) throw new Error("Nothing removes pictures.");
  const { sitePictures: t } = store.tables;
  return {
    ...world,
    run: (signal = new AbortController().signal) => runJob(app.deps, job, signal),
    addresses: async () =>
      (await store.read.select({ key: t.key }).from(t)).map(({ key }) => mediaAddress(key)),
    upload: (red: number) => upload(app, red),
    pass: (ms: number) => clock.advance(ms),
  };
};

describe("a picture that was put nowhere", () => {
  test("[PIC-03] is gone after a week; what a version, a draft or a post names stays", async () => {
    const { app, admin, upload, run, addresses, pass } = await setUp();
    const [unused, published, drafted, posted, written] = [
      await upload(10),
      await upload(20),
      await upload(30),
      await upload(40),
      await upload(50),
    ];
    // Markdown lets it begin a line, before which its JSON has a letter.
    await draft(admin, "pages", withPage(`![a](\n${published})`));
    await publish(admin, "pages");
    // An older version still names it.
    await draft(admin, "pages", withPage("Nothing."));
    await publish(admin, "pages");
    await draft(admin, "games", (games) =>
      games.map((game) => Object.assign(game, { picture: drafted })),
    );
    await draft(admin, "texts", () => ({ login: `![a](\n${written})` }));
    const post = await admin.news.save.mutate({ ...POST, text: `![a](${posted})` });
    pass(6 * DAY_MS);
    await run();
    const named = [published, drafted, posted, written];
    expect((await addresses()).toSorted()).toEqual([unused, ...named].toSorted());
    pass(2 * DAY_MS);
    await run();
    expect((await addresses()).toSorted()).toEqual(named.toSorted());
    const later = await person(app, { role: "Admin" });
    await later.news.remove.mutate({ id: post.id });
    await later.site.discardDraft.mutate({ section: "games" });
    await later.site.discardDraft.mutate({ section: "texts" });
    pass(DAY_MS);
    await run();
    expect(await addresses()).toEqual([published]);
  });

  test("stays a week more where it was uploaded once more", async () => {
    const { upload, run, addresses, pass } = await setUp();
    const address = await upload(10);
    pass(6 * DAY_MS);
    expect(await upload(10)).toBe(address);
    pass(2 * DAY_MS);
    await run();
    expect(await addresses()).toEqual([address]);
  });

  test("stays until the next time where the job is to stop", async () => {
    const { upload, run, addresses, pass } = await setUp();
    const address = await upload(10);
    pass(8 * DAY_MS);
    await run(AbortSignal.abort());
    expect(await addresses()).toEqual([address]);
  });
});

test("[PIC-06] pictures of before there were small ones get theirs from a job; one that cannot be read stays as it is", async () => {
  const { app, store, clock } = await appWithPeople();
  const { sitePictures } = store.tables;
  const png = new Uint8Array(encodePng(600, () => [10, 40, 40, 255]));
  const picture = await sitePicture(png);
  if (typeof picture === "string") throw new Error(picture);
  const { bytes, width, height } = picture;
  const keys = ["a", "b"].map((letter) => mediaKey(letter.repeat(32), { width, height }));
  const made = { width, height, createdAt: clock.now(), createdBy: "" };
  const [good = "", broken = ""] = keys;
  await store.write((tx) =>
    tx.insert(sitePictures).values([
      { key: good, body: Buffer.from(bytes), ...made },
      { key: broken, body: Buffer.from("no picture"), ...made },
    ]),
  );
  const lengthOf = async (key: string) => {
    const { body } = await app.request(smallAddress(mediaAddress(key)));
    return (await new Response(body).arrayBuffer()).byteLength;
  };
  expect(await lengthOf(good)).toBe(bytes.length);
  const job = siteJobs(app.deps).find(({ name }) => name === "make-small-pictures");
  if (job === undefined) throw new Error("There is no such job.");
  await runJob(app.deps, job, new AbortController().signal);
  expect(await lengthOf(good)).toBe(picture.small?.length ?? 0);
  expect(await lengthOf(good)).toBeLessThan(bytes.length);
  expect(await lengthOf(broken)).toBe("no picture".length);
});
