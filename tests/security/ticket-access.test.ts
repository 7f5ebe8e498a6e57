import { expect, test } from "bun:test";
import { wireLive } from "#server/live/wire.ts";
import { giveRoleAsSite } from "#server/modules/team/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { WEBHOOK_EVENTS } from "#shared/constants/webhooks.ts";
import { archiveOf } from "#tests/support/archives.ts";
import { png, uploaded, uploadTo } from "#tests/support/attachments.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { person, TICKET, type TestPerson } from "#tests/support/people.ts";
import { pushWorld } from "#tests/support/push.ts";
import { readFeed } from "#tests/support/sse.ts";
import { addTicket, linkDiscord } from "#tests/support/tickets.ts";
import { webhookReceiver } from "#tests/support/webhooks.ts";

/** Words that stand nowhere else: of a message, and of a note of the team. */
const [MESSAGE, NOTE] = ["Mauritius", "Zanzibar"];

const open = async (who: TestPerson) => readFeed((await who.ask("GET", "/api/feed")).body);

/** A ticket of Ada's on which everything has happened, and whoever may want to know of it. */
const setUp = async () => {
  const there = webhookReceiver();
  const world = await pushWorld({
    DISCORD_API_BASE: `${there.url}/discord/api`,
    WEBHOOK_HOSTS: new URL(there.url).host,
  });
  const { app, store, admin, ada, stranger, ticketId, add, run, mailAfter } = world;
  afterThisTest(await wireLive(app.deps));
  const arrive = async (firstName: string) => {
    const someone = await person(app, { firstName, lastName: "Lynx" });
    await linkDiscord(app.deps, someone.id);
    return someone;
  };
  const [helper, other] = [await arrive("Hal"), await arrive("Otto")];
  await giveRoleAsSite(asSite(app.deps), { userId: helper.id, roleId: "moderator" });
  await addTicket(app.deps, { people: [other.id] });
  const people = { stranger, other, ada, helper, admin };
  const feeds = new Map(
    await Promise.all(Object.values(people).map(async (who) => [who, await open(who)] as const)),
  );
  const phones = new Map(
    await Promise.all(Object.values(people).map(async (who) => [who, await add(who)] as const)),
  );
  await admin.webhooks.make.mutate({
    name: "#alerts",
    url: `${there.url}/webhooks/bot`,
    events: [...WEBHOOK_EVENTS],
  });

  const picture = await uploaded(app, helper);
  const own = await uploaded(app, other);
  await helper.notes.add.mutate({ id: ticketId, content: `${NOTE} was banned before.` });
  await helper.messages.send.mutate({
    messageGroupId: ticketId,
    content: `Look behind ${MESSAGE}.`,
    attachmentIds: [picture.id],
  });
  await ada.tickets.create.mutate({ ...TICKET, subject: "The raft again" });
  for (const job of ["deliver-push", "deliver-webhooks"]) await run(job);
  await mailAfter(10 * MINUTE_MS);
  await store.write(async (tx) => tx.publish({ type: "calendar.changed" }));
  return { ...world, there, helper, other, people, feeds, phones, picture, own };
};
type World = Awaited<ReturnType<typeof setUp>>;

/** What somebody is answered, or why they are not. */
const answer = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (given) => JSON.stringify(given),
    (error: Error) => `refused: ${error.message}`,
  );

const bodyOf = async (asked: Promise<Response> | Response): Promise<string> => {
  const response = await asked;
  return `${response.status} ${await response.text()}`;
};

/** One way by which a ticket could reach somebody. */
type Way = {
  name: string;
  /** Everything that it gives to somebody. */
  given: (world: World, who: TestPerson) => Promise<readonly string[]>;
  /** What it gives of the ticket to whoever may have it. */
  tells: (world: World) => string | RegExp;
  /** Who has it, if not Ada alone. */
  has?: readonly (keyof World["people"])[];
  /** Whether the team finds the note by it. */
  hasNote?: true;
};

const WAYS: readonly Way[] = [
  {
    name: "list",
    given: (_, who) =>
      Promise.all([
        answer(who.tickets.list.query({ status: "Open" })),
        bodyOf(who.ask("GET", "/api/tickets/open")),
        bodyOf(who.ask("GET", "/api/tickets/closed")),
      ]),
    tells: () => "Lost my raft",
    has: ["ada", "helper", "admin"],
  },
  {
    name: "thread",
    given: ({ ticketId }, who) =>
      Promise.all([
        answer(who.tickets.byId.query({ id: ticketId })),
        answer(who.tickets.history.query({ id: ticketId })),
        answer(who.messages.list.query({ ticketId })),
        answer(who.messages.seenBy.query({ ticketId })),
        answer(who.messages.mentionable.query({ ticketId })),
        bodyOf(who.ask("GET", `/api/message/ticket/${ticketId}`)),
        bodyOf(who.ask("GET", `/api/tickets/${ticketId}`)),
      ]),
    tells: () => MESSAGE,
    has: ["ada", "helper", "admin"],
  },
  {
    name: "notes",
    given: ({ ticketId }, who) =>
      Promise.all([
        answer(who.notes.list.query({ id: ticketId })),
        bodyOf(who.ask("GET", `/api/tickets/${ticketId}/notes`)),
      ]),
    tells: () => NOTE,
    has: ["helper", "admin"],
    hasNote: true,
  },
  {
    name: "picture",
    given: async ({ app, ticketId, picture, own }, who) => {
      const listed = await answer(who.attachments.ofTicket.query({ id: ticketId }));
      const thread = await answer(who.messages.list.query({ ticketId }));
      const [shown = ""] = /\/api\/tickets\/attachments\/[^"]+/.exec(thread) ?? [];
      const { pathname } = new URL(picture.url, "http://den.example");
      const { search } = new URL(own.url, "http://den.example");
      // What the thread shows, the picture's own place, and the signature of another one.
      const addresses = [...(shown === "" ? [] : [shown]), pathname, pathname + search];
      const fetched = addresses.map(async (address) => {
        const response = await app.request(address, { headers: who.headers });
        return `${response.status} ${response.headers.get("content-type")}`;
      });
      const tried = await Promise.all([
        ...fetched,
        answer(who.attachments.describe.mutate({ id: picture.id, alt: "Mine" })),
        bodyOf(uploadTo(app, who, { path: `/api/tickets/${ticketId}/pictures`, body: png() })),
      ]);
      return [listed, ...tried];
    },
    tells: () => "200 image/webp",
    has: ["ada", "helper", "admin"],
  },
  {
    name: "search",
    given: (_, who) =>
      Promise.all(
        [MESSAGE, NOTE].flatMap((search) => [
          answer(who.tickets.list.query({ status: "Open", search })),
          answer(who.queue.list.query({ tab: "all", search })),
          answer(who.administration.find.query({ text: search })),
        ]),
      ),
    tells: () => "Lost my raft",
    has: ["ada", "helper", "admin"],
  },
  {
    name: "count",
    given: async (_, who) => [
      `open ${(await who.tickets.counts.query()).open}`,
      await answer(who.queue.counts.query()),
    ],
    // Two are Ada's; the third is somebody else's.
    tells: () => /open [23]/,
    has: ["ada", "helper", "admin"],
  },
  {
    name: "queue",
    given: ({ ticketId }, who) =>
      Promise.all([
        answer(who.queue.list.query({ tab: "all" })),
        answer(who.queue.facts.query({ id: ticketId })),
        bodyOf(who.ask("GET", "/api/tickets/queue?tab=all")),
      ]),
    tells: () => "Lost my raft",
    has: ["helper", "admin"],
  },
  {
    name: "feed",
    given: async ({ feeds }, who) => {
      const feed = feeds.get(who);
      const heard: string[] = [];
      for (let event = await feed?.next(); event; event = await feed?.next()) {
        if (event.type === "calendar.changed") break;
        heard.push(JSON.stringify(event));
      }
      return heard;
    },
    tells: ({ ticketId }) => `"ticketId":${ticketId},`,
    has: ["ada", "helper", "admin"],
  },
  {
    name: "export",
    given: async ({ app }, who) => {
      const { data, page } = await archiveOf(app, await person(app, who.id));
      return [JSON.stringify(data), page];
    },
    tells: () => "Lost my raft",
    // What they wrote is theirs.
    has: ["ada", "helper"],
    hasNote: true,
  },
  {
    name: "transcript",
    given: ({ app, ticketId }, who) =>
      Promise.all(
        ["application/json", "text/html", "text/plain"].flatMap((accept) =>
          ["", "?withNotes=true"].map((query) =>
            bodyOf(
              app.request(`/api/tickets/${ticketId}/transcript${query}`, {
                headers: { ...who.headers, accept },
              }),
            ),
          ),
        ),
      ),
    tells: () => MESSAGE,
    has: ["ada", "helper", "admin"],
    hasNote: true,
  },
  {
    name: "mail",
    given: async ({ inbox }, who) =>
      inbox().flatMap(({ to, subject, text, html }) =>
        to.startsWith(who.id) ? [subject, text, html] : [],
      ),
    tells: () => MESSAGE,
  },
  {
    name: "push",
    given: async ({ phones, arrivedAt }, who) => {
      const phone = phones.get(who);
      return phone === undefined ? [] : arrivedAt(phone).map((message) => JSON.stringify(message));
    },
    tells: ({ ticketId }) => `"ticketId":${ticketId}}`,
  },
  {
    name: "notifications",
    given: (_, who) =>
      Promise.all([
        answer(who.notifications.list.query({})),
        bodyOf(who.ask("GET", "/api/Notification")),
      ]),
    tells: ({ ticketId }) => `"ticketId":${ticketId},`,
  },
  {
    name: "webhooks",
    given: async ({ there }, who) => {
      const listed = await answer(who.webhooks.list.query());
      const [, id = "0"] = /"id":"?([\w-]+)/.exec(listed) ?? [];
      const mayKnow = !listed.startsWith("refused");
      return [
        listed,
        await answer(who.webhooks.deliveries.query({ webhookId: id })),
        // What whoever made the webhook is told.
        ...(mayKnow ? there.list().map(({ body }) => body) : []),
      ];
    },
    tells: () => "The raft again",
    has: ["admin"],
  },
];

test("[TICK-01, AID-01, ATTACH-09] by no way a ticket reaches a stranger or a member of another one, nor a note its own member", async () => {
  const world = await setUp();
  const found: unknown[] = [];
  const expected: unknown[] = [];
  for (const { name, given, tells, has = ["ada"], hasNote = false } of WAYS) {
    const mark = new RegExp(tells(world));
    const seen = async (who: TestPerson) => (await given(world, who)).join("\n");
    const texts = new Map<string, string>();
    for (const [who, asking] of Object.entries(world.people)) texts.set(who, await seen(asking));
    const haves = [...texts].filter(([, text]) => mark.test(text)).map(([who]) => who);
    const notes = [...texts]
      .filter(([, text]) => /Zanzibar|"note\./.test(text))
      .map(([who]) => who);
    found.push([name, haves, notes.filter((who) => who !== "helper" && who !== "admin")]);
    expected.push([name, has, []]);
    if (hasNote) expect([name, notes.includes("helper")]).toEqual([name, true]);
  }
  expect(found).toEqual(expected);
});
