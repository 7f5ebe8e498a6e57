import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { startPublished } from "#server/modules/site/index.ts";
import type { PolicyKind } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import type { TestApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";
import { mailedSecret, registrant } from "#tests/support/registration.ts";

/** A site whose file was taken into its first version. */
const setUp = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const { store } = world.app.deps;
  await startPublished(asSite(world.app.deps));
  const { consents } = store.tables;
  return {
    ...world,
    /** Publishes a changed section. */
    publish: (section: PolicyKind, asksAgain: PolicyKind[] = []) =>
      publish(world.admin, section, asksAgain),
    saidBy: async (userId: string) =>
      (
        await store.read
          .select()
          .from(consents)
          .where(eq(consents.userId, userId))
          .orderBy(asc(consents.id))
      ).map(({ kind, version, isGiven, way }) => [kind, version, isGiven, way]),
  };
};

const publish = async (admin: TestPerson, section: PolicyKind, asksAgain: PolicyKind[]) => {
  const state = await admin.site.section.query({ section });
  const published = state.published as Record<string, unknown>;
  const content =
    section === "privacy"
      ? {
          ...published,
          text: `${String(published["text"])}\n\nWe keep one thing more ${state.version}.`,
        }
      : { ...published, tabs: (published["tabs"] as object[]).toReversed() };
  const { basedOn, version, draftRevision: revision } = state;
  await admin.site.saveDraft.mutate({ section, content, basedOn, revision });
  return await admin.site.publish.mutate({ sections: [section], note: "", version, asksAgain });
};

const kindsAsked = async (who: TestPerson) =>
  (await who.consents.asked.query()).map(({ kind }) => kind);

const idOf = async ({ deps: { store } }: TestApp, email: string) => {
  const { users } = store.tables;
  const [found] = await store.read.select().from(users).where(eq(users.emailKey, email));
  return found?.id ?? "";
};

describe("a registration", () => {
  test("[CONSENT-01] writes down what the form showed, and news by email only where they were ticked", async () => {
    const { app, saidBy } = await setUp();
    const ada = await registrant(app);
    expect((await ada.register({ agreesTo: 1, allowMarketingEmails: true })).status).toBe(200);
    expect(await saidBy(await idOf(app, "ada@example.test"))).toEqual([
      ["rules", 1, true, "registration"],
      ["privacy", 1, true, "registration"],
      ["marketing", 1, true, "registration"],
    ]);
    const eve = await registrant(app, {
      email: "eve@example.test",
      discordId: "1182639400182374499",
    });
    expect((await eve.register({ agreesTo: 1 })).status).toBe(200);
    const id = await idOf(app, "eve@example.test");
    expect((await saidBy(id)).map(([kind]) => kind)).toEqual(["rules", "privacy"]);
    const { users } = app.deps.store.tables;
    const [row] = await app.deps.store.read.select().from(users).where(eq(users.id, id));
    expect(row?.allowMarketing).toBe(false);
  });

  test("[CONSENT-03] of an older client, which shows no text, agrees to none, and is asked at the next visit", async () => {
    const { app, saidBy } = await setUp();
    const ada = await registrant(app);
    expect((await ada.register()).status).toBe(200);
    const id = await idOf(app, "ada@example.test");
    expect(await saidBy(id)).toEqual([
      ["rules", 1, false, "registration"],
      ["privacy", 1, false, "registration"],
    ]);
    const signedIn = await person(app, id);
    expect(await kindsAsked(signedIn)).toEqual(["rules", "privacy"]);
    // And goes on as before.
    expect((await signedIn.ask("GET", "/api/userprofile")).status).toBe(200);
    expect(
      (
        await signedIn.ask("PUT", "/api/userprofile/marketing-consent", {
          allowMarketingEmails: true,
        })
      ).status,
    ).toBe(200);
  });

  test("[CONSENT-01] that is never confirmed goes with all that it said", async () => {
    const { app, clock, saidBy } = await setUp();
    const ada = await registrant(app);
    await ada.register({ agreesTo: 1, allowMarketingEmails: true });
    const id = await idOf(app, "ada@example.test");
    clock.advance(8 * DAY_MS);
    const job = siteJobs(app.deps).find(({ name }) => name === "forget-unverified");
    if (job === undefined) throw new Error("There is no such job.");
    await runJob(app.deps, job, new AbortController().signal);
    expect(await saidBy(id)).toEqual([]);
    expect(await idOf(app, "ada@example.test")).toBe("");
  });
});

describe("a changed policy", () => {
  test("[CONSENT-04] asks members once an owner says so, and not for a typo", async () => {
    const { member, admin, clock, publish: change, saidBy } = await setUp();
    clock.advance(1000);
    expect(await kindsAsked(member)).toEqual([]);
    await change("privacy");
    expect(await kindsAsked(member)).toEqual([]);
    clock.advance(1000);
    const { id } = await change("privacy", ["privacy", "rules"]);
    // The rules were not changed by it: nobody is asked about them.
    expect(await kindsAsked(member)).toEqual(["privacy"]);
    // Nor has whoever published it agreed to it.
    expect(await kindsAsked(admin)).toEqual(["privacy"]);
    expect(await saidBy(admin.id)).toEqual([]);
    await member.consents.answer.mutate({ kinds: ["privacy"], isGiven: true, shown: id });
    await member.consents.answer.mutate({ kinds: ["privacy"], isGiven: true, shown: id });
    expect(await kindsAsked(member)).toEqual([]);
    expect(await saidBy(member.id)).toEqual([["privacy", id, true, "prompt"]]);
  });

  test("[CONSENT-04] that was not agreed to asks on, and takes nothing away", async () => {
    const { member, clock, publish: change, saidBy } = await setUp();
    clock.advance(1000);
    const { id } = await change("rules", ["rules"]);
    await member.consents.answer.mutate({ kinds: ["rules"], isGiven: false, shown: id });
    expect(await kindsAsked(member)).toEqual(["rules"]);
    expect(await saidBy(member.id)).toEqual([["rules", id, false, "prompt"]]);
    expect((await member.members.profile.query()).id).toBe(member.id);
  });

  test("[CONSENT-04] agreeing to what an old page showed is no agreement to what came since", async () => {
    const { member, clock, publish: change } = await setUp();
    clock.advance(1000);
    const { id } = await change("privacy", ["privacy"]);
    clock.advance(1000);
    await change("privacy", ["privacy"]);
    await member.consents.answer.mutate({ kinds: ["privacy"], isGiven: true, shown: id });
    expect(await kindsAsked(member)).toEqual(["privacy"]);
  });

  test("[CONSENT-05] tells what is new since one agreed, and what is gone", async () => {
    const { app, admin, clock, publish: change } = await setUp();
    const ada = await registrant(app);
    await ada.register({ agreesTo: 1 });
    const signedIn = await person(app, await idOf(app, "ada@example.test"));
    clock.advance(1000);
    await change("privacy", ["privacy"]);
    expect(await signedIn.site.policyChanges.query({ kind: "privacy" })).toEqual({
      added: ["We keep one thing more 1."],
      removed: [],
      isCut: false,
    });
    expect(await signedIn.site.policyChanges.query({ kind: "rules" })).toEqual({
      added: [],
      removed: [],
      isCut: false,
    });
    const [newest] = (await admin.administration.audit.query({})).items;
    expect(newest?.action).toBe("site.published");
  });

  test("[CONSENT-04] does not ask whoever joined under it", async () => {
    const { app, clock, publish: change } = await setUp();
    clock.advance(1000);
    const { id } = await change("privacy", ["privacy"]);
    clock.advance(1000);
    const ada = await registrant(app);
    await ada.register({ agreesTo: id });
    expect(await mailedSecret(app, "verify")).not.toBe("");
    const signedIn = await person(app, await idOf(app, "ada@example.test"));
    expect(await kindsAsked(signedIn)).toEqual([]);
  });
});

describe("news by email", () => {
  test("[CONSENT-01] are switched in the settings, each change a line of its own", async () => {
    const { member, saidBy } = await setUp();
    for (const allowMarketingEmails of [true, true, false])
      await member.members.setMarketingConsent.mutate({ allowMarketingEmails });
    expect(await saidBy(member.id)).toEqual([
      ["marketing", 1, true, "settings"],
      ["marketing", 1, false, "settings"],
    ]);
    const { entries } = await member.consents.mine.query();
    expect(entries.map(({ kind, isGiven }) => [kind, isGiven])).toEqual([
      ["marketing", false],
      ["marketing", true],
    ]);
  });

  test("[CONSENT-01] that were chosen before consents were written down are, with their time", async () => {
    const { app, store, clock, member, stranger, saidBy } = await setUp();
    await member.members.setMarketingConsent.mutate({ allowMarketingEmails: true });
    const at = clock.now();
    const { consents, users } = store.tables;
    await store.write(async (tx) => {
      await tx.delete(consents);
      await tx.update(users).set({ allowMarketing: true }).where(eq(users.id, stranger.id));
    });
    clock.advance(DAY_MS);
    const job = siteJobs(app.deps).find(({ name }) => name === "record-earlier-consents");
    if (job === undefined) throw new Error("There is no such job.");
    for (let run = 0; run < 2; run += 1) await runJob(app.deps, job, new AbortController().signal);
    expect(await saidBy(member.id)).toEqual([["marketing", 1, true, "earlier"]]);
    expect(await saidBy(stranger.id)).toEqual([["marketing", 1, true, "earlier"]]);
    const [first] = await store.read.select().from(consents).where(eq(consents.userId, member.id));
    expect(first?.at).toEqual(at);
  });
});

test("[CONSENT-01] what one agreed to is shown to oneself and to Admins, and to nobody else", async () => {
  const { member, stranger, admin } = await setUp();
  await member.members.setMarketingConsent.mutate({ allowMarketingEmails: true });
  const own = await member.consents.mine.query();
  expect(own.entries).toHaveLength(1);
  expect(await admin.administration.consents.query({ id: member.id })).toEqual(own);
  expect(await refusalOf(stranger.administration.consents.query({ id: member.id }))).toEqual([
    403,
    expect.any(String),
  ]);
  expect((await refusalOf(admin.administration.consents.query({ id: "nobody" })))[0]).toBe(404);
});
