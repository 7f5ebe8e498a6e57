import { expect, test } from "bun:test";
import type { SiteSection } from "#shared/constants/site.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { appWithPeople, person, refusalOf, type TestPerson } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { type Part, saveDraft } from "#tests/support/site-drafts.ts";

const withLogin = (login: string) => (texts: Part) => ({ ...texts, login });

const publish = async ({ site }: TestPerson, section: SiteSection) => {
  const { version } = await site.overview.query();
  return await site.publish.mutate({ sections: [section], note: "", version: version.id });
};

test("[TICK-08] publishing is refused with two games of one short name, by which tickets know them", async () => {
  const { admin } = await appWithPeople();
  await saveDraft(admin, "games", (games) => [...games, { ...games[0], key: "another" }]);
  const problem = SITE_VERSIONS.equalGames("Ark:SE");
  expect((await admin.site.check.query()).filter(({ level }) => level === "error")).toEqual([
    expect.objectContaining({ section: "games", message: problem }),
  ]);
  expect(await rejectionOf(publish(admin, "games"))).toMatchObject({
    data: { code: "invalid_document", fields: { "games.7.name": problem } },
  });
});

test("[SITE-03] publishing puts nothing online that whoever publishes has not seen", async () => {
  const { app, admin } = await appWithPeople();
  const other = await person(app, { role: "Admin" });
  await saveDraft(admin, "texts", withLogin("Come in."));
  const [seen] = await admin.site.changes.query();
  await saveDraft(other, "texts", withLogin("Come in, and"));
  const sent = (revision: number) =>
    admin.site.publish.mutate({
      sections: ["texts"],
      note: "",
      version: 0,
      revisions: { texts: revision },
    });
  expect(await refusalOf(sent(seen?.revision ?? 0))).toEqual([409, SITE_VERSIONS.draftChanged]);
  expect((await admin.site.overview.query()).version.id).toBe(0);
  const [present] = await admin.site.changes.query();
  expect(present?.lines).toEqual([expect.objectContaining({ after: "Come in, and" })]);
  expect(await sent(present?.revision ?? 0)).toEqual({ id: 1 });
});

test("[SITE-03] restoring undoes nothing that whoever does it has not seen", async () => {
  const { app, admin } = await appWithPeople();
  const other = await person(app, { role: "Admin" });
  for (const words of ["One", "Two"]) {
    await saveDraft(admin, "texts", withLogin(words));
    await publish(admin, "texts");
  }
  await saveDraft(other, "rewards", () => ({ votePoints: 3 }));
  await publish(other, "rewards");
  const restored = (newest: number) => admin.site.restore.mutate({ id: 1, note: "", newest });
  expect(await refusalOf(restored(2))).toEqual([409, SITE_VERSIONS.publishedSince]);
  expect(await rejectionOf(restored(2))).toMatchObject({ data: { code: "stale" } });
  expect(await restored(3)).toEqual({ id: 4 });
});
