import { describe, expect, test } from "bun:test";
import { count, eq, getTableColumns, getTableName, isNotNull } from "drizzle-orm";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import type { Store } from "#server/store/store.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { ERASING } from "#shared/rights-messages.ts";
import { isMadeUp, rowsEverywhere } from "#tests/support/any-rows.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person, refusalOf } from "#tests/support/people.ts";
import { queuedMails } from "#tests/support/registration.ts";
import { userColumns, whereFound } from "#tests/support/user-columns.ts";

/** Where the id of somebody who is erased stays, and why: it leads to nobody any more. */
const KEPT: Readonly<Record<string, string>> = {
  "users.id": "The row itself, as “Deleted member”.",
  "audit.actor_id": "The audit proves what was done, by a number alone.",
  "audit.subject": "The audit proves what was done, by a number alone.",
  "bridge_keys.created_by": "Keys are revoked, and stay named in what they have done.",
  "basket_reservations.user_id": "What an open basket holds, until the basket is given up.",
  "calendar_entries.created_by": "The community's own.",
  "consents.user_id": "That somebody agreed, and to what, has to be proven; by a number alone.",
  "idempotency.actor": "Gone within a day.",
  "maintenance.begun_by": "The community's own.",
  "maintenance.ended_by": "The community's own.",
  "memberships.user_id": "Which tier there was, and until when: the books.",
  "messages.author_id": "A conversation is others' too.",
  "news.created_by": "The community's own.",
  "news_drafts.updated_by": "The community's own.",
  "news_mailings.started_by": "The community's own.",
  "news_mails.user_id": "To how many a post was sent, each once; by a number alone.",
  "notifications.created_by": "What was told to others.",
  "orders.user_id": "The books.",
  "payments.user_id": "The books.",
  "subscriptions.user_id": "The books.",
  "point_balances.user_id": "The ledger has to add up.",
  "point_entries.actor_id": "The ledger has to add up.",
  "point_entries.user_id": "The ledger has to add up.",
  "shop_flags.resolved_by": "The books.",
  "site_drafts.updated_by": "The community's own.",
  "site_pictures.created_by": "The community's own.",
  "site_versions.created_by": "The community's own.",
  "strikes.issued_by": "Who issued a strike against somebody else; by a number alone.",
  "strikes.lifted_by": "Who lifted a strike of somebody else; by a number alone.",
  "strikes.user_id": "A strike that runs outlives the account, without a word that anybody wrote.",
  "team_members.given_by": "Who gave a role to somebody else.",
  "ticket_entries.actor_id": "A conversation is others' too.",
  "ticket_notes.author_id": "What the team wrote for itself.",
  "ticket_people.user_id": "A conversation is others' too.",
  "ticket_figures.helper_id": "What the team has answered has to add up; by a number alone.",
  "tickets.first_answered_by": "What the team has answered has to add up; by a number alone.",
  "tickets.created_by": "A conversation is others' too.",
};

const TICKETS = "A conversation is others' too.";
const BOOKS = "The books.";
const SITE = "The community's own.";

/** Where a text that stood in a row of somebody who is erased stays, and why. */
const TEXT_KEPT: Readonly<Record<string, string>> = {
  "attachments.id": "Until its file is gone, too.",
  "attachments.key": "Until its file is gone, too.",
  "audit.action": "What was done.",
  "audit.hash": "By which the audit is proven; a hash.",
  "audit.personal_hash":
    "By which the audit is proven; a hash that nobody can follow without its salt.",
  "audit.request_id": "Drawn for one request.",
  "basket_reservations.what": "What an open basket holds, until the basket is given up.",
  "bridge_keys.hash": "Of a key that is revoked.",
  "bridge_keys.id": "Keys are revoked, and stay named in what they have done.",
  "bridge_keys.name": "Keys are revoked, and stay named in what they have done.",
  "calendar_entries.text": SITE,
  "calendar_entries.title": SITE,
  "idempotency.key": "Gone within a day.",
  "maintenance.reason": SITE,
  "memberships.tier": BOOKS,
  "messages.content": TICKETS,
  "messages.html": TICKETS,
  "news.slug": SITE,
  "news.summary": SITE,
  "news.text": SITE,
  "news.title": SITE,
  "news_mailings.reached": "An id.",
  "news_mails.error": "A code of the mail server.",
  "orders.claimed_by": BOOKS,
  "orders.currency": BOOKS,
  "orders.ident": BOOKS,
  "payments.key": BOOKS,
  "payments.reference": BOOKS,
  "payments.transaction_id": BOOKS,
  "point_entries.game": "The ledger has to add up.",
  "point_entries.reason": "The ledger has to add up.",
  "point_entries.reference": "The ledger has to add up.",
  "shop_flags.details": BOOKS,
  "shop_flags.reference": BOOKS,
  "site_drafts.content": SITE,
  "site_drafts.section": SITE,
  "site_pictures.key": SITE,
  "site_versions.document": SITE,
  "site_versions.hash": SITE,
  "site_versions.note": SITE,
  "subscriptions.reference": BOOKS,
  "subscriptions.tier": BOOKS,
  "ticket_figures.category": "Sums.",
  "ticket_figures.week": "Sums.",
  "ticket_notes.content": "What the team wrote for itself.",
  "tickets.category": TICKETS,
  "tickets.description": TICKETS,
  "tickets.game": TICKETS,
  "tickets.server": TICKETS,
  "tickets.solved_word": TICKETS,
  "tickets.subject": TICKETS,
};

/** The columns in which a text that was made up for a row still stands. */
const madeUpTexts = async ({ tables, read }: Store): Promise<string[]> => {
  const found = new Set<string>();
  for (const table of Object.values(tables))
    for (const row of (await read.select().from(table)) as Record<string, unknown>[])
      for (const [key, column] of Object.entries(getTableColumns(table)))
        if (typeof row[key] === "string" && isMadeUp(row[key]))
          found.add(`${getTableName(table)}.${column.name}`);
  return [...found].toSorted();
};

const emailOf = (id: string) => `${id}@example.test`;

const of = (id: string) => ({ id, email: emailOf(id), reason: "request" as const });

describe("[DATA-05] an Admin erases a member", () => {
  test("[DATA-06] no row of any table names them any more, but where there is a reason", async () => {
    const { app, store, admin, member } = await appWithPeople();
    await store.write(async (tx) => {
      await tx
        .update(store.tables.users)
        .set({ firstName: "Zephyrine", lastName: "Quillfeather", email: "zq@den.example" })
        .where(eq(store.tables.users.id, member.id));
    });
    const tables = await rowsEverywhere(store, member.id);
    expect(tables.length).toBeGreaterThan(25);
    const { columns } = await whereFound(store, member.id);
    const all = userColumns(store);
    expect(all.filter((column) => !columns.has(column))).toEqual([]);
    const done = await admin.rights.erase.mutate({
      id: member.id,
      email: "ZQ@den.example",
      reason: "request",
    });
    expect(done).toBe(ERASING.done);
    // They are told once more, by the last mail to their address.
    const { outbox } = store.tables;
    const [farewell] = await queuedMails(app);
    expect(farewell).toMatchObject({ template: "erased", to: { address: "zq@den.example" } });
    await store.write((tx) => tx.delete(outbox).where(isNotNull(outbox.payload)));
    const left = await whereFound(store, member.id);
    expect([...left.columns].filter((column) => !(column in KEPT)).toSorted()).toEqual([]);
    for (const word of ["Zephyrine", "Quillfeather", "zq@den.example"])
      expect([...(await whereFound(store, word)).columns]).toEqual([]);
    const [user] = await store.read
      .select()
      .from(store.tables.users)
      .where(eq(store.tables.users.id, member.id));
    expect(user).toMatchObject({
      firstName: "Deleted",
      lastName: "member",
      email: null,
      emailKey: null,
      passwordHash: null,
      erasedAt: app.clock.now(),
      eraseAskedAt: null,
    });
  });

  test("[DATA-06] what stood beside their number is gone, but where there is a reason", async () => {
    const { store, admin, member } = await appWithPeople();
    await rowsEverywhere(store, member.id, { isWhole: true });
    await admin.rights.erase.mutate(of(member.id));
    const left = await madeUpTexts(store);
    expect(left.filter((column) => !(column in TEXT_KEPT))).toEqual([]);
    expect(Object.keys(TEXT_KEPT).filter((column) => !left.includes(column))).toEqual([]);
  });

  test("at once; the audit proves who did it and why, without who it was", async () => {
    const { app, store, admin, member } = await appWithPeople();
    const input = { id: member.id, email: emailOf(member.id), reason: "guardian" } as const;
    await admin.rights.erase.mutate(input);
    expect((await member.ask("GET", "/api/Auth/me")).status).toBe(401);
    const entries = await store.read
      .select()
      .from(store.tables.audit)
      .where(eq(store.tables.audit.subject, member.id));
    expect(entries.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { action: "account.erasure_asked", actorId: admin.id, after: { reason: "guardian" } },
      { action: "account.erased", actorId: admin.id },
    ]);
    expect(JSON.stringify(entries)).not.toContain("@");
    expect(await refusalOf(admin.rights.erase.mutate(input))).toEqual([
      404,
      ADMINISTRATION.unknown,
    ]);
    // The address is free again.
    const other = await person(app, { email: emailOf(member.id), emailKey: emailOf(member.id) });
    expect((await other.ask("GET", "/api/Auth/me")).status).toBe(200);
  });

  test("not without having just proven who they are, nor with another's address", async () => {
    const { admin, member, stranger, clock } = await appWithPeople();
    const input = { id: member.id, email: emailOf(member.id), reason: "request" } as const;
    expect(
      await refusalOf(admin.rights.erase.mutate({ ...input, email: emailOf(stranger.id) })),
    ).toEqual([409, ERASING.changed]);
    clock.advance(HOUR_MS);
    expect((await refusalOf(admin.rights.erase.mutate(input)))[0]).toBe(403);
    expect((await member.ask("GET", "/api/Auth/me")).status).toBe(200);
  });

  test("no member does, an Admin not themselves; of two who erase each other one stays", async () => {
    const { app, store, admin, member, stranger } = await appWithPeople();
    expect((await refusalOf(member.rights.erase.mutate(of(stranger.id))))[0]).toBe(403);
    expect(await refusalOf(admin.rights.erase.mutate(of(admin.id)))).toEqual([409, ERASING.own]);
    const other = await person(app, { role: "Admin" });
    const both = await Promise.allSettled([
      admin.rights.erase.mutate(of(other.id)),
      other.rights.erase.mutate(of(admin.id)),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { users } = store.tables;
    const [left] = await store.read
      .select({ admins: count() })
      .from(users)
      .where(eq(users.role, "Admin"));
    expect(left?.admins).toBe(1);
  });

  test("what was broken off in the middle is gone on with by the job", async () => {
    const { app, store, admin, member } = await appWithPeople();
    const { users } = store.tables;
    await asSite(app.deps).write(async (tx) => {
      await tx
        .update(users)
        .set({
          eraseAskedAt: app.clock.now(),
          deactivatedAt: app.clock.now(),
          deactivatedBy: "admin",
        })
        .where(eq(users.id, member.id));
    });
    expect((await refusalOf(admin.administration.reactivate.mutate({ id: member.id })))[0]).toBe(
      409,
    );
    await eraseClosed(asSite(app.deps), new AbortController().signal);
    const [user] = await store.read.select().from(users).where(eq(users.id, member.id));
    expect(user).toMatchObject({ email: null, firstName: "Deleted", eraseAskedAt: null });
  });
});
