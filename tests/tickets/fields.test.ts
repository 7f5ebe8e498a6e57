import { describe, expect, test } from "bun:test";
import { desc, getTableColumns } from "drizzle-orm";
import {
  draftOf,
  EMPTY_TICKET,
  inputOf,
  TICKET_LABELS,
  ticketForm,
} from "#client/features/tickets/draft.ts";
import { KITS } from "#server/store/columns.ts";
import { defineSchema } from "#server/store/schema.ts";
import {
  TICKET_FIELDS,
  TICKET_FIELD_SPECS,
  type TicketFieldSpec,
  type TicketFieldValues,
  byTicketField,
  choicesOf,
  ticketValues,
  specOf,
} from "#shared/constants/tickets.ts";
import { newTicket, ticket, ticketEdit } from "#shared/schemas/tickets.ts";
import { appWithPeople, TICKET } from "#tests/support/people.ts";

const WHOLE = {
  label: "Platform",
  input: "choice",
  choices: ["PC", "Console"],
  prompt: "Choose a platform",
  missing: null,
  place: "fact",
  audited: "value",
} as const satisfies TicketFieldSpec;

const without = <Part extends keyof typeof WHOLE>(part: Part): Omit<typeof WHOLE, Part> => {
  const { [part]: _part, ...rest } = WHOLE;
  return rest;
};

describe("a field of a ticket", () => {
  test("does not compile without one of its parts", () => {
    const incomplete: TicketFieldSpec[] = [
      // @ts-expect-error -- every field has a label
      without("label"),
      // @ts-expect-error -- and a way to fill it in
      without("input"),
      // @ts-expect-error -- with what that way needs
      without("choices"),
      // @ts-expect-error -- and what nothing chosen is called
      without("prompt"),
      // @ts-expect-error -- and says whether it may stay empty
      without("missing"),
      // @ts-expect-error -- and has a place on the page
      without("place"),
      // @ts-expect-error -- and a way to be audited
      without("audited"),
    ];
    for (const spec of incomplete) expect(Object.keys(spec).length).toBe(6);
  });

  test("is in every schema, table, form and draft", () => {
    const parts = {
      created: newTicket.shape,
      edited: ticketEdit.shape,
      shown: ticket.shape,
      sqlite: getTableColumns(defineSchema(KITS.sqlite).tickets),
      postgres: getTableColumns(defineSchema(KITS.postgres).tickets),
      empty: EMPTY_TICKET,
      form: ticketForm({}).shape,
      labels: TICKET_LABELS,
    };
    for (const [part, fields] of Object.entries(parts))
      expect({ part, fields: TICKET_FIELDS.filter((field) => field in fields) }).toEqual({
        part,
        fields: TICKET_FIELDS,
      });
  });

  test("is stored, shown, told by the history and audited when an Admin edits it", async () => {
    const { store, member, admin } = await appWithPeople();
    const { id, ...before } = await member.tickets.create.mutate({
      ...TICKET,
      assignedUserIds: [admin.id],
    });
    const { gamesWithServers, categories } = await member.tickets.options.query();
    const [game = "", [server = ""] = []] =
      Object.entries(gamesWithServers).find(([name]) => name !== before.game) ?? [];
    const edited = byTicketField<TicketFieldValues>((field) => {
      const spec = specOf(field);
      if (spec.input === "choice")
        return choicesOf(spec).findLast((word) => word !== before[field]) ?? "";
      const category = categories.findLast((key) => key !== before.category) ?? "";
      return { category, game, server, line: "Something else", text: "Something else" }[spec.input];
    });
    const saved = await admin.tickets.edit.mutate({ id, ...edited });
    expect(ticketValues(saved)).toEqual(edited);
    expect(inputOf(draftOf(saved))).toEqual(edited);
    const history = await member.tickets.history.query({ id });
    expect(history.at(-1)?.fields).toEqual(TICKET_FIELDS);
    const { audit } = store.tables;
    const [entry] = await store.read.select().from(audit).orderBy(desc(audit.id)).limit(1);
    const { rewritten, ...after } = Object(entry?.after) as Readonly<Record<string, string>>;
    expect(TICKET_FIELDS.filter((field) => field in after)).toEqual(
      TICKET_FIELDS.filter((field) => TICKET_FIELD_SPECS[field].audited === "value"),
    );
    expect(rewritten?.split(" ")).toEqual(
      TICKET_FIELDS.filter((field) => TICKET_FIELD_SPECS[field].audited === "rewritten"),
    );
  });

  test("that may stay empty has the empty word among its choices, and others do not", () => {
    expect(choicesOf(WHOLE)).toEqual(["", "PC", "Console"]);
    expect(choicesOf({ ...WHOLE, missing: "Please choose a platform." })).toEqual([
      "PC",
      "Console",
    ]);
  });

  test("that is not sent stays as it was", () => {
    const before = ticketValues(TICKET);
    expect(ticketValues({ ...TICKET, subject: "Another" }, before)).toEqual({
      ...before,
      subject: "Another",
    });
  });
});
