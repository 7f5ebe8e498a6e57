import * as fc from "fast-check";
import { withLimits } from "#tests/support/app.ts";
import { long } from "#tests/support/long.ts";
import { appWithPeople, person, TICKET } from "#tests/support/people.ts";
import { linkDiscord } from "#tests/support/tickets.ts";
import { checkModel, type Modelled } from "./model.ts";

const PEOPLE = ["owner", "helper", "stranger", "admin"] as const;
type Who = (typeof PEOPLE)[number];
type Op = { act: "close" | "restore" | "send" | "assign-user" | "read"; who: Who; whom: Who };
type State = { isOpen: boolean; people: readonly Who[]; messages: number };

const apply = (state: State, { act, who, whom }: Op): readonly [State, number] => {
  const isAdmin = who === "admin";
  if (act === "assign-user") {
    if (!isAdmin) return [state, 403];
    const people = PEOPLE.filter((each) => each === whom || state.people.includes(each));
    return [{ ...state, people }, 200];
  }
  if (!isAdmin && !state.people.includes(who)) return [state, 404];
  if (act === "read") return [state, 200];
  if (act === "close") return state.isOpen ? [{ ...state, isOpen: false }, 200] : [state, 409];
  if (act === "restore") return state.isOpen ? [state, 409] : [{ ...state, isOpen: true }, 200];
  return state.isOpen ? [{ ...state, messages: state.messages + 1 }, 200] : [state, 409];
};

const startSite = async () => {
  const { app, member, stranger, admin } = await appWithPeople({
    adjust: withLimits({ messagesByMember: 10_000, ticketChangesByMember: 10_000 }),
  });
  const helper = await person(app, { firstName: "Help", lastName: "Lynx" });
  const people = { owner: member, helper, stranger, admin };
  for (const { id } of Object.values(people)) await linkDiscord(app.deps, id);
  const { id } = await member.tickets.create.mutate(TICKET);
  const ask = async ({ act, who, whom }: Op) => {
    const asker = people[who];
    if (act === "read") return asker.ask("GET", `/api/tickets/${id}`);
    if (act === "send")
      return asker.ask("POST", "/api/message", { messageGroupId: id, content: "Hello" });
    if (act === "assign-user")
      return asker.ask("POST", `/api/tickets/${id}/assign-user`, { userId: people[whom].id });
    return asker.ask("PUT", `/api/tickets/${id}/${act}`);
  };
  return {
    perform: async (op: Op) => (await ask(op)).status,
    observe: async () => {
      const { status, assignedUsers } = await admin.tickets.byId.query({ id });
      const { items } = await admin.messages.list.query({ ticketId: id });
      const ids = new Set(assignedUsers.map((each) => each.id));
      return {
        isOpen: status === "Open",
        people: PEOPLE.filter((each) => ids.has(people[each].id)),
        messages: items.length,
      };
    },
  };
};

const tickets: Modelled<State, Op, number> = {
  initial: { isOpen: true, people: ["owner"], messages: 0 },
  apply,
  view: (state) => state,
  start: startSite,
};

const op: fc.Arbitrary<Op> = fc.record({
  act: fc.constantFrom("close", "restore", "send", "assign-user", "read"),
  who: fc.constantFrom(...PEOPLE),
  whom: fc.constantFrom(...PEOPLE),
});

long(
  "a ticket lives as its model says: nobody but its people and Admins, and nothing on a closed one",
  () => checkModel(tickets, op, { together: 3 }),
);
