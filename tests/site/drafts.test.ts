import { describe, expect, test } from "bun:test";
import { desc } from "drizzle-orm";
import type { SiteSection } from "#shared/constants/site.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { SiteProblem } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import {
  appWithPeople,
  person,
  refusalOf,
  type TestPerson,
  TICKET,
} from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { type Part, saveDraft } from "#tests/support/site-drafts.ts";

/** Games with some of their fields changed, by their keys. */
const edited = (games: Part[], edits: Record<string, Part>): Part[] =>
  games.map((game) => Object.assign({}, game, edits[String(game["key"])]));
const gamesOf = async ({ site }: TestPerson) => {
  const { draft, published } = await site.section.query({ section: "games" });
  const games = (draft ?? published) as Part[];
  return Object.fromEntries(games.map((game) => [game["key"], game]));
};

const withLogin = (login: string) => (texts: Part) => ({ ...texts, login });

const withoutBug = (tickets: Part): Part => ({
  ...tickets,
  categories: (tickets["categories"] as Part[]).filter(({ key }) => key !== "Bug"),
});

const withRestrictedBug = (tickets: Part): Part => ({
  ...tickets,
  categories: [
    { key: "Bug", visibleTo: "roles" },
    ...(withoutBug(tickets)["categories"] as Part[]),
  ],
});

/** Publishes the drafts of these sections over the version that is there. */
const publish = async ({ site }: TestPerson, ...sections: SiteSection[]) => {
  const { version } = await site.overview.query();
  return await site.publish.mutate({ sections, note: "New words", version: version.id });
};

const codeOf = async (call: PromiseLike<unknown>) => {
  const error = (await rejectionOf(call)) as { data?: { code?: string } };
  return error.data?.code;
};

const errorsIn = (problems: readonly SiteProblem[]) =>
  problems.filter(({ level }) => level === "error");

describe("[SITE-02] a draft", () => {
  test("is kept by itself, whoever wrote it, also where it is not right", async () => {
    const { app, admin } = await appWithPeople();
    const other = await person(app, { role: "Admin", firstName: "Grace", lastName: "Den" });
    const saved = await saveDraft(admin, "texts", withLogin("x".repeat(200)));
    expect(errorsIn(saved.problems)).toEqual([
      expect.objectContaining({ section: "texts", path: ["login"], level: "error" }),
    ]);
    await saveDraft(other, "rewards", (rewards) => ({
      votePoints: 7,
      playPointsMax: rewards["playPointsMax"],
    }));
    const { sections } = await admin.site.overview.query();
    expect(sections.filter((one) => one.draft !== null)).toEqual([
      {
        section: "rewards",
        draft: expect.objectContaining({ by: { id: other.id, name: "Grace Den" }, isStale: false }),
        problems: 0,
        warnings: 0,
      },
      {
        section: "texts",
        draft: expect.objectContaining({ by: { id: admin.id, name: "Root Lynx" } }),
        problems: 1,
        warnings: 0,
      },
    ]);
    expect(errorsIn(await admin.site.check.query())).toHaveLength(1);
    // The one that is good can be published without the other.
    await publish(admin, "rewards");
    expect(await admin.site.section.query({ section: "texts" })).toMatchObject({
      draft: { login: "x".repeat(200) },
      version: 1,
      basedOn: 0,
    });
  });

  test("is saved by a page that is left over its own one before, and over nobody else's", async () => {
    const { app, admin } = await appWithPeople();
    const other = await person(app, { role: "Admin" });
    const { revision } = await saveDraft(admin, "texts", withLogin("One"));
    const { draft: saved, basedOn } = await admin.site.section.query({ section: "texts" });
    const last = {
      section: "texts",
      content: { ...(saved as Part), login: "Two" },
      basedOn,
      revision: revision - 1,
    } as const;
    expect(await codeOf(admin.site.saveDraft.mutate(last))).toBe("draft_changed");
    expect(await codeOf(other.site.saveDraft.mutate({ ...last, isLast: true }))).toBe(
      "draft_changed",
    );
    await admin.site.saveDraft.mutate({ ...last, isLast: true });
    expect((await admin.site.section.query({ section: "texts" })).draft).toMatchObject({
      login: "Two",
    });
    expect(await codeOf(admin.site.saveDraft.mutate({ ...last, isLast: true }))).toBe(
      "draft_changed",
    );
  });

  test("cannot be saved over what somebody else has saved or discarded since", async () => {
    const { app, admin } = await appWithPeople();
    const other = await person(app, { role: "Admin" });
    const { revision } = await saveDraft(admin, "texts", withLogin("One"));
    await saveDraft(other, "texts", withLogin("Two"));
    const late = { section: "texts", content: { login: "Three" }, basedOn: 0, revision } as const;
    expect(await codeOf(admin.site.saveDraft.mutate(late))).toBe("draft_changed");
    expect((await admin.site.section.query({ section: "texts" })).draft).toMatchObject({
      login: "Two",
    });
    await other.site.discardDraft.mutate({ section: "texts" });
    expect(await codeOf(admin.site.saveDraft.mutate(late))).toBe("draft_changed");
    const { draft: gone, draftRevision } = await admin.site.section.query({ section: "texts" });
    expect(gone).toBeNull();
    expect(draftRevision).toBe(3);
  });

  test("that says what is published is none", async () => {
    const { admin } = await appWithPeople();
    await saveDraft(admin, "texts", withLogin("One"));
    await saveDraft(admin, "texts", () => ({}));
    const { draft: kept, published } = await admin.site.section.query({ section: "texts" });
    expect(kept).toEqual({});
    await saveDraft(admin, "texts", () => published);
    expect((await admin.site.section.query({ section: "texts" })).draft).toBeNull();
  });

  test("is refused where it is no section's content", async () => {
    const { admin } = await appWithPeople();
    const saved = (content: unknown) =>
      admin.site.saveDraft.mutate({ section: "texts", content, basedOn: 0, revision: 0 });
    expect((await refusalOf(saved("text")))[0]).toBe(400);
    expect((await refusalOf(saved(null)))[0]).toBe(400);
    expect(
      await codeOf(
        admin.site.saveDraft.mutate({ section: "texts", content: {}, basedOn: 9, revision: 0 }),
      ),
    ).toBe("bad_request");
  });
});

describe("[SITE-03] publishing", () => {
  test("makes a version of the drafts that are named, tells what it changes, and writes it down", async () => {
    const { admin, store } = await appWithPeople();
    await saveDraft(admin, "games", (games) => [
      ...edited(games, { eco: { category: "Building" } }),
      { key: "valheim", name: "Valheim", protocol: "a2s" },
    ]);
    await saveDraft(admin, "texts", withLogin("Come in."));
    const changes = await admin.site.changes.query();
    expect(changes.map(({ section, lines }) => [section, lines])).toEqual([
      [
        "games",
        [
          { path: "Eco › Kind of game", before: "Sandbox Simulation", after: "Building" },
          { path: "Valheim › Key", before: null, after: "valheim" },
          { path: "Valheim › Short name", before: null, after: "Valheim" },
          {
            path: "Valheim › How its servers are asked",
            before: null,
            after: "Steam query, as most games on Steam",
          },
        ],
      ],
      [
        "texts",
        [{ path: "Below the title of the login", before: expect.any(String), after: "Come in." }],
      ],
    ]);
    expect(await publish(admin, "games")).toEqual({ id: 1 });
    const { items } = await admin.site.versions.query({});
    expect(items).toEqual([
      expect.objectContaining({
        id: 1,
        number: 1,
        by: { id: admin.id, name: "Root Lynx" },
        note: "New words",
        source: "browser",
        sections: ["games"],
      }),
    ]);
    expect((await admin.site.changes.query()).map(({ section }) => section)).toEqual(["texts"]);
    const { audit } = store.tables;
    const [entry] = await store.read.select().from(audit).orderBy(desc(audit.id)).limit(1);
    expect(entry).toMatchObject({
      action: "site.published",
      actorId: admin.id,
      subject: "1",
      after: { sections: "games" },
    });
  });

  test("does nothing where one of the drafts is not right", async () => {
    const { admin } = await appWithPeople();
    await saveDraft(admin, "texts", withLogin("Come in."));
    await saveDraft(admin, "servers", (servers) => [{ ...servers[0], game: "nothing" }]);
    expect(await rejectionOf(publish(admin, "texts", "servers"))).toMatchObject({
      data: {
        code: "invalid_document",
        fields: { "servers.0.game": '"nothing" is the key of no game' },
      },
    });
    const { version, sections } = await admin.site.overview.query();
    expect(version.id).toBe(0);
    expect(sections.filter((one) => one.draft !== null)).toHaveLength(2);
  });

  test("is refused where somebody else has published that section since", async () => {
    const { app, admin } = await appWithPeople();
    const other = await person(app, { role: "Admin" });
    await saveDraft(admin, "texts", withLogin("Mine"));
    await saveDraft(admin, "rewards", () => ({ votePoints: 3 }));
    await publish(other, "rewards");
    // Another section than those that it changed.
    const late = { note: "", version: 0 };
    await admin.site.publish.mutate({ ...late, sections: ["texts"] });
    await saveDraft(admin, "texts", withLogin("Mine again"));
    expect(await codeOf(admin.site.publish.mutate({ ...late, sections: ["texts"] }))).toBe("stale");
    expect(await codeOf(admin.site.publish.mutate({ ...late, sections: ["games"] }))).toBe(
      "draft_changed",
    );
  });

  test("is published beside another section that somebody publishes in the same moment", async () => {
    const { app, admin } = await appWithPeople();
    const other = await person(app, { role: "Admin" });
    await saveDraft(admin, "texts", withLogin("Mine"));
    await saveDraft(admin, "rewards", () => ({ votePoints: 3 }));
    const ids = await Promise.all([
      admin.site.publish.mutate({ sections: ["texts"], note: "", version: 0 }),
      other.site.publish.mutate({ sections: ["rewards"], note: "", version: 0 }),
    ]);
    expect(new Set(ids.map(({ id }) => id))).toEqual(new Set([1, 2]));
    const state = (section: "texts" | "rewards") => admin.site.section.query({ section });
    expect((await state("texts")).published).toMatchObject({ login: "Mine" });
    expect((await state("rewards")).published).toMatchObject({ votePoints: 3 });
  });

  test("[SITE-01] can be undone: an earlier version is published again, as a new one", async () => {
    const { admin } = await appWithPeople();
    await saveDraft(admin, "texts", withLogin("One"));
    await publish(admin, "texts");
    await saveDraft(admin, "texts", withLogin("Two"));
    await publish(admin, "texts");
    expect(await admin.site.restore.mutate({ id: 1, note: "Back" })).toEqual({ id: 3 });
    expect((await admin.site.section.query({ section: "texts" })).published).toMatchObject({
      login: "One",
    });
    const third = await admin.site.version.query({ id: 3 });
    expect(third).toMatchObject({ source: "restore", note: "Back", sections: ["texts"] });
    expect(third.changes).toEqual([
      {
        section: "texts",
        lines: [{ path: "Below the title of the login", before: "Two", after: "One" }],
        more: 0,
      },
    ]);
    expect(await codeOf(admin.site.restore.mutate({ id: 3, note: "" }))).toBe("bad_request");
    expect(await codeOf(admin.site.restore.mutate({ id: 4, note: "" }))).toBe("not_found");
    expect(await codeOf(admin.site.restore.mutate({ id: 0, note: "" }))).toBe("not_found");
  });

  test("[DESK-02] removes no category that hides its tickets from part of the team while there are some", async () => {
    const { admin, member } = await appWithPeople();
    await saveDraft(admin, "tickets", withRestrictedBug);
    await publish(admin, "tickets");
    await saveDraft(admin, "tickets", withoutBug);
    await publish(admin, "tickets");
    await admin.site.restore.mutate({ id: 1, note: "" });
    const { id } = await member.tickets.create.mutate(TICKET);
    const refused: [number, string] = [409, SITE_VERSIONS.restrictedCategory("Bug")];
    expect(await refusalOf(admin.site.restore.mutate({ id: 2, note: "" }))).toEqual(refused);
    await saveDraft(admin, "tickets", withoutBug);
    expect(await refusalOf(publish(admin, "tickets"))).toEqual(refused);
    await admin.tickets.assign.mutate({ id });
    await admin.tickets.edit.mutate({ ...TICKET, id, category: "Other" });
    expect(await publish(admin, "tickets")).toEqual({ id: 4 });
  });

  test("[STEP-01] published and restored by whoever has just proven who they are, and by nobody else", async () => {
    const { app, admin } = await appWithPeople();
    await saveDraft(admin, "texts", withLogin("Sign in"));
    await publish(admin, "texts");
    await saveDraft(admin, "texts", withLogin("Enter"));
    await publish(admin, "texts");
    await saveDraft(admin, "texts", withLogin("Come in"));
    app.clock.advance(HOUR_MS);
    expect(await codeOf(publish(admin, "texts"))).toBe("step_up");
    expect(await codeOf(admin.site.restore.mutate({ id: 1, note: "" }))).toBe("step_up");
    expect((await admin.site.overview.query()).version.id).toBe(2);
    const justSignedIn = await person(app, admin.id);
    expect(await publish(justSignedIn, "texts")).toEqual({ id: 3 });
    expect(await justSignedIn.site.restore.mutate({ id: 1, note: "" })).toEqual({ id: 4 });
  });
});

/** Two people change the same games: one publishes, the other's draft stays. */
const behind = async () => {
  const world = await appWithPeople();
  const { app, admin } = world;
  const other = await person(app, { role: "Admin" });
  const ours = { eco: { category: "Ours" }, rust: { name: "R" } };
  await saveDraft(admin, "games", (games) => edited(games, ours));
  await publish(admin, "games");
  const section = "games";
  // As if it had been open since before that.
  const { published } = await other.site.section.query({ section });
  const before = edited(published as Part[], {
    eco: { category: "Theirs" },
    rust: { name: "Rust" },
  });
  await other.site.saveDraft.mutate({
    section,
    content: [...before, { key: "valheim", name: "Valheim", protocol: "none" }],
    basedOn: 0,
    revision: (await other.site.section.query({ section })).draftRevision,
  });
  return { ...world, other };
};
describe("a draft that is behind", () => {
  test("says so, and cannot be published", async () => {
    const { other } = await behind();
    const [change] = await other.site.changes.query();
    expect(change).toMatchObject({ isStale: true, conflicts: ["Eco › Kind of game"] });
    expect(await codeOf(publish(other, "games"))).toBe("stale");
  });

  test("takes what was published, and keeps what both changed", async () => {
    const { other } = await behind();
    const { draftRevision: revision } = await other.site.section.query({ section: "games" });
    const merged = await other.site.merge.mutate({ section: "games", take: "both", revision });
    expect(merged.conflicts).toEqual(["Eco › Kind of game"]);
    expect(await gamesOf(other)).toMatchObject({
      eco: { category: "Theirs" },
      rust: { name: "R" },
      valheim: { name: "Valheim" },
    });
    expect(await publish(other, "games")).toEqual({ id: 2 });
  });

  test("can be kept as it is, or given up", async () => {
    const { other } = await behind();
    const { draftRevision: revision } = await other.site.section.query({ section: "games" });
    const kept = await other.site.merge.mutate({ section: "games", take: "mine", revision });
    expect(await gamesOf(other)).toMatchObject({ rust: { name: "Rust" }, valheim: {} });
    expect((await other.site.section.query({ section: "games" })).isStale).toBeFalse();
    await other.site.merge.mutate({ section: "games", take: "theirs", revision: kept.revision });
    expect((await other.site.section.query({ section: "games" })).draft).toBeNull();
    const gone = { section: "games", take: "mine", revision: kept.revision } as const;
    expect(await codeOf(other.site.merge.mutate(gone))).toBe("draft_changed");
  });
});

test("the list of 200 versions goes by pages, and reads none of their documents", async () => {
  const { admin, store, clock } = await appWithPeople();
  const { siteVersions } = store.tables;
  // Whoever read one would fail.
  const version = { document: "no document", hash: "h", note: "", source: "browser" } as const;
  await store.write((tx) =>
    tx.insert(siteVersions).values(
      Array.from({ length: 200 }, (_, index) => ({
        ...version,
        id: index + 1,
        sections: ["texts" as const],
        createdAt: clock.now(),
      })),
    ),
  );
  const first = await admin.site.versions.query({});
  expect(first.items.map(({ number }) => number)).toEqual(
    Array.from({ length: 25 }, (_, index) => 200 - index),
  );
  const { items } = await admin.site.versions.query({ cursor: first.nextCursor, limit: 200 });
  expect(items.map(({ number }) => number)).toEqual(
    Array.from({ length: 175 }, (_, index) => 175 - index),
  );
});

const rulesOf = (...texts: string[]) => ({
  section: "rules",
  content: { tabs: texts.map((one) => ({ text: one })) },
  basedOn: 0,
  revision: 0,
});

test("a section may be as long as a document, and no longer; whoever is no Admin cannot send it", async () => {
  const { app, admin } = await appWithPeople();
  const member = await signedIn(app);
  const anAdmin = await signedIn(app, { role: "Admin" });
  const text = "x".repeat(1_000_000);
  const statusFor = async (headers: HeadersInit, input: unknown) =>
    (await askTrpc(app, "site.saveDraft", input, headers)).status;
  expect(await statusFor(member.headers, rulesOf(text))).toBe(413);
  expect(await statusFor({}, rulesOf(text))).toBe(413);
  expect(await statusFor(anAdmin.headers, rulesOf(text, text, text))).toBe(413);
  expect(await statusFor(anAdmin.headers, rulesOf(text, text, "x".repeat(97_200)))).toBe(400);
  expect(await statusFor(anAdmin.headers, rulesOf(text))).toBe(200);
  const { draft: kept } = await admin.site.section.query({ section: "rules" });
  expect(kept).toEqual({ tabs: [{ text }] });
  // Another call beside it is no draft.
  const response = await app.request("/api/trpc/site.saveDraft,site.discardDraft?batch=1", {
    method: "POST",
    headers: { ...anAdmin.headers, "content-type": "application/json" },
    body: JSON.stringify({ 0: rulesOf(text) }),
  });
  expect(response.status).toBe(413);
});
