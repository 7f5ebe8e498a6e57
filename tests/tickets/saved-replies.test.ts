import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { forgetReplies, moveReplies } from "#server/modules/queue/replies.ts";
import {
  OWN_REPLIES_MAX,
  REPLY_PLACEHOLDER_NAMES,
  REPLY_TEXT_MAX,
  REPLY_TITLE_MAX,
  SHARED_REPLIES_MAX,
} from "#shared/constants/desk.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { SAVED_REPLIES } from "#shared/desk-messages.ts";
import { fillReply, unknownPlaceholder } from "#shared/rules/written-text.ts";
import { archiveOf } from "#tests/support/archives.ts";
import { asSite } from "#tests/support/context.ts";
import { hear } from "#tests/support/events.ts";
import { notesWorld } from "#tests/support/notes.ts";
import { refusalOf, type TestPerson } from "#tests/support/people.ts";

type Given = { title?: string; text?: string; isShared?: boolean };

const save = ({ savedReplies }: TestPerson, given: Given = {}) =>
  savedReplies.save.mutate({
    id: null,
    revision: 0,
    title: "Hello",
    text: "Hello {name}, about {ticket}.",
    isShared: true,
    ...given,
  });

const titlesOf = async ({ savedReplies }: TestPerson) =>
  (await savedReplies.list.query()).map(({ title }) => title);

describe("[AID-04] saved replies", () => {
  test("are shared with everybody who may answer tickets, or private to one of them", async () => {
    const { store, helper, colleague, admin, member } = await notesWorld();
    const events = await hear(store);
    const shared = await save(helper, { title: "Shared" });
    const own = await save(helper, { title: "Own", isShared: false });
    expect([shared.isShared, own.isShared]).toEqual([true, false]);
    expect(await titlesOf(helper)).toEqual(["Own", "Shared"]);
    for (const who of [colleague, admin]) {
      expect(await titlesOf(who)).toEqual(["Shared"]);
      const others = [
        () => who.savedReplies.save.mutate({ ...own, title: "Taken" }),
        () => who.savedReplies.remove.mutate({ id: own.id }),
        () => who.savedReplies.noteUse.mutate({ id: own.id }),
      ];
      for (const call of others)
        expect(await refusalOf(call())).toEqual([404, SAVED_REPLIES.unknown]);
    }
    expect((await refusalOf(member.savedReplies.list.query()))[0]).toBe(403);
    expect(await events()).toEqual([{ type: "replies.changed" }]);
  });

  test("that are shared are everybody's to change and remove, of which the audit tells", async () => {
    const { store, helper, colleague } = await notesWorld();
    const reply = await save(helper);
    const changed = await colleague.savedReplies.save.mutate({ ...reply, text: "Hi {name}" });
    expect(changed).toMatchObject({ text: "Hi {name}", revision: 2, isShared: true });
    expect(await refusalOf(helper.savedReplies.save.mutate({ ...reply, text: "Yo" }))).toEqual([
      409,
      SAVED_REPLIES.changedMeanwhile,
    ]);
    const taken = helper.savedReplies.save.mutate({ ...changed, isShared: false });
    expect(await refusalOf(taken)).toEqual([409, SAVED_REPLIES.staysShared]);
    await helper.savedReplies.noteUse.mutate({ id: reply.id });
    expect(await colleague.savedReplies.remove.mutate({ id: reply.id })).toBe(
      SAVED_REPLIES.removed,
    );
    expect(await titlesOf(helper)).toEqual([]);
    const { audit } = store.tables;
    const acts = await store.read
      .select()
      .from(audit)
      .where(eq(audit.subject, String(reply.id)))
      .orderBy(audit.id);
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["reply.saved", helper.id],
      ["reply.saved", colleague.id],
      ["reply.removed", colleague.id],
    ]);
  });

  test("a private one can be shared, and is saved once for one key", async () => {
    const { helper, colleague, store } = await notesWorld();
    const draft = { id: null, revision: 0, title: "Own", text: "x", isShared: false };
    const input = { ...draft, idempotencyKey: "a-key-of-this-reply" };
    const own = await helper.savedReplies.save.mutate(input);
    expect(await helper.savedReplies.save.mutate(input)).toEqual(own);
    const { audit } = store.tables;
    const saved = () => store.read.select().from(audit).where(eq(audit.action, "reply.saved"));
    expect(await saved()).toEqual([]);
    await helper.savedReplies.save.mutate({ ...own, isShared: true });
    expect(await titlesOf(colleague)).toEqual(["Own"]);
    expect(await saved()).toHaveLength(1);
  });

  test("come by when one has used them oneself, the last one first", async () => {
    const { helper, colleague, clock } = await notesWorld();
    const [a, b] = [await save(helper, { title: "A" }), await save(helper, { title: "B" })];
    await save(helper, { title: "C" });
    await helper.savedReplies.noteUse.mutate({ id: a.id });
    clock.advance(MINUTE_MS);
    await helper.savedReplies.noteUse.mutate({ id: b.id });
    expect(await titlesOf(helper)).toEqual(["B", "A", "C"]);
    clock.advance(MINUTE_MS);
    await helper.savedReplies.noteUse.mutate({ id: a.id });
    expect(await titlesOf(helper)).toEqual(["A", "B", "C"]);
    expect((await helper.savedReplies.list.query())[0]?.lastUsedAt).toBe(clock.now().toISOString());
    expect(await titlesOf(colleague)).toEqual(["A", "B", "C"]);
  });

  test("are refused with a placeholder that stands for nothing, which the sentence names", async () => {
    const { helper } = await notesWorld();
    const [status, sentence] = await refusalOf(save(helper, { text: "Hello {nmae}" }));
    expect([status, sentence]).toEqual([400, expect.stringContaining("{nmae}")]);
    expect(sentence).toContain("{community}");
    expect(await titlesOf(helper)).toEqual([]);
  });

  test.each([
    [{ title: "" }],
    [{ title: "x".repeat(REPLY_TITLE_MAX + 1) }],
    [{ text: " \n" }],
    [{ text: "x".repeat(REPLY_TEXT_MAX + 1) }],
    [{ title: "two\nlines" }],
  ])("are refused with what is no title or text", async (given) => {
    const { helper } = await notesWorld();
    expect((await refusalOf(save(helper, given)))[0]).toBe(400);
  });

  test("have a number that cannot be passed, shared and private ones apart", async () => {
    const { store, helper, colleague, clock } = await notesWorld();
    const fill = (ownerId: string | null, count: number) =>
      store.write(async (tx) => {
        const rows = Array.from({ length: count }, (_, index) => ({
          ownerId,
          title: `Reply ${index}`,
          text: "x",
          revision: 1,
          updatedAt: clock.now(),
        }));
        await tx.insert(store.tables.savedReplies).values(rows);
      });
    await fill(null, SHARED_REPLIES_MAX - 1);
    await fill(helper.id, OWN_REPLIES_MAX - 1);
    const own = await save(helper, { isShared: false });
    expect(await refusalOf(save(helper, { isShared: false }))).toEqual([
      409,
      SAVED_REPLIES.ownFull(OWN_REPLIES_MAX),
    ]);
    await save(colleague);
    const full = [409, SAVED_REPLIES.full(SHARED_REPLIES_MAX)];
    expect((await refusalOf(save(colleague))) as unknown).toEqual(full);
    expect(
      (await refusalOf(helper.savedReplies.save.mutate({ ...own, isShared: true }))) as unknown,
    ).toEqual(full);
    expect(await titlesOf(helper)).toHaveLength(SHARED_REPLIES_MAX + OWN_REPLIES_MAX);
  });

  test("[DATA-03] private ones are in the archive of their owner, and go with the account", async () => {
    const { app, store, helper, colleague } = await notesWorld();
    const own = await save(helper, { title: "Own", isShared: false });
    const shared = await save(helper, { title: "Shared" });
    await helper.savedReplies.noteUse.mutate({ id: own.id });
    await helper.savedReplies.noteUse.mutate({ id: shared.id });
    const { data } = await archiveOf(app, helper);
    expect(data["savedReplies"]).toMatchObject([{ title: "Own" }]);
    expect(data["savedReplyUses"]).toHaveLength(2);
    expect((await archiveOf(app, colleague)).data["savedReplies"]).toEqual([]);
    await asSite(app.deps).write((tx) => forgetReplies(tx, helper.id));
    const { savedReplies, savedReplyUses } = store.tables;
    expect(await store.read.select().from(savedReplyUses)).toEqual([]);
    expect(await store.read.select().from(savedReplies)).toMatchObject([{ title: "Shared" }]);
  });

  test("[DATA-07] private ones move with an account that is merged into another", async () => {
    const { app, helper, colleague } = await notesWorld();
    const own = await save(helper, { title: "Own", isShared: false });
    await helper.savedReplies.noteUse.mutate({ id: own.id });
    await asSite(app.deps).write((tx) => moveReplies(tx, { from: helper.id, to: colleague.id }));
    expect(await titlesOf(colleague)).toEqual(["Own"]);
    expect(await titlesOf(helper)).toEqual([]);
  });
});

describe("placeholders", () => {
  const values = Object.fromEntries(
    REPLY_PLACEHOLDER_NAMES.map((name) => [name, `<${name}>`]),
  ) as Parameters<typeof fillReply>[1];

  test("are filled in, each as often as it stands there", () => {
    const all = REPLY_PLACEHOLDER_NAMES.map((name) => `{${name}}`).join(" ");
    expect(unknownPlaceholder(all)).toBeNull();
    expect(fillReply(`${all} {name}`, values)).toBe(
      `${REPLY_PLACEHOLDER_NAMES.map((name) => `<${name}>`).join(" ")} <name>`,
    );
  });

  test("are not looked for in what was filled in", () => {
    expect(fillReply("{subject}", { ...values, subject: "{helper} {0}" })).toBe("{helper} {0}");
  });

  test.each([
    ['{"json": 1}', null],
    ["{ name }", null],
    ["{Name}", "Name"],
    ["{toString}", "toString"],
    ["a {name} and {größe}", "größe"],
  ])("%p has this unknown one: %p", (text, unknown) => {
    expect(unknownPlaceholder(text)).toBe(unknown);
  });
});
