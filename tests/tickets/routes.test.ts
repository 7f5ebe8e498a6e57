import { describe, expect, test } from "bun:test";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { hear } from "#tests/support/events.ts";
import { appWithPeople, refusalOf, TICKET, type TestPerson } from "#tests/support/people.ts";
import { addTicket } from "#tests/support/tickets.ts";

const UNKNOWN: [number, string] = [404, TICKETS.unknown];

const answer = async (asked: Promise<Response>): Promise<[number, unknown]> => {
  const response = await asked;
  return [response.status, await response.json()];
};

/** Every call that names a ticket. */
const CALLS: Readonly<Record<string, (who: TestPerson, id: number) => Promise<unknown>>> = {
  byId: ({ tickets }, id) => tickets.byId.query({ id }),
  history: ({ tickets }, id) => tickets.history.query({ id }),
  edit: ({ tickets }, id) => tickets.edit.mutate({ ...TICKET, id, subject: "Stolen" }),
  close: ({ tickets }, id) => tickets.close.mutate({ id }),
  restore: ({ tickets }, id) => tickets.restore.mutate({ id }),
};

describe("[TICK-01] for a stranger a ticket does not exist", () => {
  test.each(Object.keys(CALLS))("%s is 404, as of one that is not there", async (name) => {
    const { app, store, member, stranger } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    const before = await store.read.select().from(store.tables.tickets);
    const heard = await hear(app.deps.store);
    const call = CALLS[name] ?? expect.unreachable("No such call.");
    expect(await refusalOf(call(stranger, id))).toEqual(UNKNOWN);
    expect(await refusalOf(call(stranger, id + 1))).toEqual(UNKNOWN);
    expect(await refusalOf(call(stranger, 999_999_999_999_999))).toEqual(UNKNOWN);
    expect(await store.read.select().from(store.tables.tickets)).toEqual(before);
    await member.tickets.close.mutate({ id });
    const events = await heard();
    expect(events).toEqual([{ type: "ticket.changed", ticketId: id, userIds: [member.id] }]);
  });

  test.each([
    ["GET", ""],
    ["PUT", "/edit"],
    ["PUT", "/close"],
    ["PUT", "/restore"],
  ])("%s tickets/{id}%s is 404, whatever stands for the id", async (method, path) => {
    const { member, stranger } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    for (const name of [
      String(id),
      "0",
      "-1",
      "abc",
      "1.5",
      "1e3",
      "9".repeat(15),
      "9".repeat(30),
    ]) {
      const body = method === "GET" ? undefined : TICKET;
      const response = stranger.ask(method, `/api/tickets/${name}${path}`, body);
      expect(await answer(response)).toMatchObject([404, { message: TICKETS.unknown }]);
    }
    expect((await stranger.tickets.list.query({ status: "Open" })).items).toEqual([]);
  });

  test("an Admin takes none that is not there", async () => {
    const { admin } = await appWithPeople();
    expect(await refusalOf(admin.tickets.assign.mutate({ id: 7 }))).toEqual(UNKNOWN);
    const response = admin.ask("POST", "/api/tickets/abc/assign-user", {});
    expect(await answer(response)).toMatchObject([404, { message: TICKETS.unknown }]);
  });
});

describe("[TICK-17] the REST rows", () => {
  test("what no database could hold is 400, and names the field", async () => {
    const { member, admin } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    const news = { subject: "S", message: "M" };
    for (const [who, method, path, body, field] of [
      [member, "POST", "tickets", { ...TICKET, idempotencyKey: "a key\0with" }, "idempotencyKey"],
      [member, "POST", "tickets", { ...TICKET, assignedUserIds: ["\0"] }, "assignedUserIds[0]"],
      [member, "GET", "tickets/open?game=%00", undefined, "game"],
      [admin, "GET", "tickets/closed?game=%00", undefined, "game"],
      [admin, "POST", `tickets/${id}/assign-user`, { userId: "\0" }, "userId"],
      [admin, "POST", "Notification", { ...news, targetUserIds: ["\0"] }, "targetUserIds[0]"],
      [
        member,
        "POST",
        "message",
        { messageGroupId: id, content: "x", idempotencyKey: "a key\0with" },
        "idempotencyKey",
      ],
    ] as const)
      expect(await answer(who.ask(method, `/api/${path}`, body))).toMatchObject([
        400,
        { message: `${field}: must be one line without control characters` },
      ]);
  });

  test("POST tickets answers 201; its creator is the token's, whatever the body says", async () => {
    const { member, stranger } = await appWithPeople();
    const response = await member.ask("POST", "/API/Tickets", {
      SUBJECT: TICKET.subject,
      Category: TICKET.category,
      gAme: TICKET.game,
      server: TICKET.server,
      Description: TICKET.description,
      AssignedUserIds: [],
      CreatedBy: stranger.id,
      id: 77,
      status: "closed",
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      ...TICKET,
      createdBy: member.id,
      status: "Open",
      assignedUsers: [{ id: member.id }],
    });
  });

  test("the others answer 200 with the ticket", async () => {
    const { member, admin, stranger } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    const path = `/api/tickets/${id}`;
    const one = await answer(member.ask("GET", path));
    expect(one).toEqual([200, await member.tickets.byId.query({ id })]);
    const edit = { ...TICKET, Subject: "New", subject: "Newer", createdBy: stranger.id };
    const edited = await answer(member.ask("PUT", `${path}/Edit`, edit));
    expect(edited).toMatchObject([200, { id, subject: "Newer", createdBy: member.id }]);
    expect(await answer(member.ask("PUT", `${path}/close`))).toMatchObject([
      200,
      { id, status: "closed" },
    ]);
    expect(await answer(member.ask("PUT", `${path}/restore`, {}))).toMatchObject([
      200,
      { id, status: "Open" },
    ]);
    expect(await answer(admin.ask("POST", `${path}/assign-user`))).toMatchObject([
      200,
      { id, assignedUsers: [{ id: member.id }, { id: admin.id }] },
    ]);
    expect((await stranger.ask("GET", path)).status).toBe(404);
    const assigned = await admin.ask("POST", `${path}/assign-user`, { UserId: stranger.id });
    expect(((await assigned.json()) as Ticket).assignedUsers).toHaveLength(3);
    expect(await answer(stranger.ask("GET", path))).toMatchObject([200, { id }]);
    expect(await answer(stranger.ask("GET", "/api/tickets/options"))).toEqual([
      200,
      await stranger.tickets.options.query(),
    ]);
  });

  test("an id in the body does not win over the one in the path", async () => {
    const { member } = await appWithPeople();
    const first = await member.tickets.create.mutate(TICKET);
    const second = await member.tickets.create.mutate(TICKET);
    const edit = { ...TICKET, id: second.id, subject: "Which?" };
    expect(await answer(member.ask("PUT", `/api/tickets/${first.id}/edit`, edit))).toMatchObject([
      200,
      { id: first.id, subject: "Which?" },
    ]);
    expect(await member.tickets.byId.query({ id: second.id })).toEqual(second);
  });

  test("refusals are one sentence that names the field", async () => {
    const { member } = await appWithPeople();
    const post = (body: unknown) => answer(member.ask("POST", "/api/tickets", body));
    expect(await post({ ...TICKET, subject: "x".repeat(101) })).toMatchObject([
      400,
      { message: expect.stringMatching(/^subject: /) },
    ]);
    expect(await post({ ...TICKET, server: "Nowhere" })).toMatchObject([
      400,
      { message: TICKETS.unknownServer },
    ]);
    const { subject: _, ...without } = TICKET;
    expect(await post(without)).toMatchObject([
      400,
      { message: expect.stringMatching(/^subject: /) },
    ]);
    const { id } = await member.tickets.create.mutate(TICKET);
    expect(await answer(member.ask("PUT", `/api/tickets/${id}/restore`))).toMatchObject([
      409,
      { message: TICKETS.alreadyOpen },
    ]);
    expect((await member.ask("POST", `/api/tickets/${id}/assign-user`, {})).status).toBe(403);
  });

  test("the lists give arrays, and page on where their Link says", async () => {
    const { app, member, stranger } = await appWithPeople();
    for (let count = 0; count < 5; count += 1) await addTicket(app.deps, { people: [member.id] });
    await addTicket(app.deps, { people: [member.id], status: "closed" });
    const seen: number[] = [];
    let path = "/api/tickets/open?limit=2";
    for (;;) {
      const response = await member.ask("GET", path);
      const tickets = (await response.json()) as Ticket[];
      seen.push(...tickets.map(({ id }) => id));
      const next = /^<(?<next>\/api\/tickets\/open\?limit=2&before=.+)>; rel="next"$/.exec(
        response.headers.get("link") ?? "",
      );
      if (next === null) break;
      path = next.groups?.["next"] ?? "";
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    const closed = await member.ask("GET", "/api/Tickets/Closed?status=Open&isMine=true");
    expect(await closed.json()).toMatchObject([{ id: 6, status: "closed" }]);
    expect(closed.headers.get("link")).toBeNull();
    expect(await answer(stranger.ask("GET", "/api/tickets/open"))).toEqual([200, []]);
  });

  test("the lists take search, game and category, and refuse a bad limit or page by name", async () => {
    const { member } = await appWithPeople();
    await member.tickets.create.mutate(TICKET);
    await member.tickets.create.mutate({ ...TICKET, subject: "Other", category: "Other" });
    const list = (query: string) => answer(member.ask("GET", `/api/tickets/open?${query}`));
    expect(await list("search=mesh&game=Ark:SE&category=Bug")).toMatchObject([
      200,
      [{ subject: TICKET.subject }],
    ]);
    expect(await list("category=Other")).toMatchObject([200, [{ subject: "Other" }]]);
    expect(await list("category=Odd")).toMatchObject([
      400,
      { message: expect.stringMatching(/^category: /) },
    ]);
    for (const limit of ["0", "-1", "1.5", "x"])
      expect(await list(`limit=${limit}`)).toMatchObject([
        400,
        { message: expect.stringMatching(/^limit: /) },
      ]);
    expect(await list("limit=9999")).toMatchObject([200, [{}, {}]]);
    expect((await list("before=nonsense"))[0]).toBe(400);
  });

  test("nobody gets in without a session", async () => {
    const { app } = await appWithPeople();
    for (const path of ["open", "closed", "options", "1"])
      expect((await app.request(`/api/tickets/${path}`)).status).toBe(401);
    expect((await app.request("/api/tickets", { method: "POST", body: "{}" })).status).toBe(401);
  });
});
