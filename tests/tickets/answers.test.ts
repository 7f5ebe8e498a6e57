import { describe, expect, test } from "bun:test";
import { communitySchema } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import { communityTickets } from "#shared/schemas/community/tickets.ts";
import type { NewTicket } from "#shared/schemas/tickets.ts";
import { TICKET_QUESTIONS_ASKED } from "#shared/ticket-messages.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";
import { appWithPeople, refusalOf, TICKET } from "#tests/support/people.ts";

const KIND = {
  key: "Application",
  questions: [
    { key: "age", label: "How old are you?", type: "line", required: true, max: 3 },
    { key: "why", label: "Why you?", type: "text" },
    { key: "time", label: "When are you here?", type: "choice", choices: ["Days", "Nights"] },
  ],
} as const;
const APPLICATION = { ...TICKET, category: KIND.key };
const OPEN_KIND = { key: "Idea", questions: [KIND.questions[1]] };

const withKinds = (config: Config): Config => {
  const { tickets } = config.community;
  const categories = communityTickets.parse({
    ...tickets,
    categories: [...tickets.categories, KIND, OPEN_KIND],
  });
  return { ...config, community: { ...config.community, tickets: categories } };
};
const setUp = () => appWithPeople({ adjust: withKinds });

describe("[DESK-03] the questions of a category", () => {
  test("are told with the options, and answers stand on the ticket as they were asked", async () => {
    const { app, member, admin } = await setUp();
    const { questions } = await member.tickets.options.query();
    expect(Object.keys(questions)).toContain(OPEN_KIND.key);
    expect(Object.keys(questions)).not.toContain(TICKET.category);
    expect(questions[KIND.key]?.map(({ key }) => key)).toEqual(["age", "why", "time"]);
    const answers = { time: "Nights", age: " 21 ", why: "One\r\ntwo" };
    const { id, ...opened } = await member.tickets.create.mutate({ ...APPLICATION, answers });
    const kept = [
      { key: "age", label: "How old are you?", value: "21" },
      { key: "why", label: "Why you?", value: "One\ntwo" },
      { key: "time", label: "When are you here?", value: "Nights" },
    ];
    expect(opened.answers).toEqual(kept);
    app.deps.live.replace({ community: EXAMPLE, siteVersion: 1 });
    for (const who of [member, admin])
      expect((await who.tickets.byId.query({ id })).answers).toEqual(kept);
    const [listed] = (await member.tickets.list.query({ status: "Open" })).items;
    expect(listed).not.toHaveProperty("answers");
  });

  test("that have to be answered are named; a program that knows none of them is heard elsewhere", async () => {
    const { member } = await setUp();
    const create = member.tickets.create.mutate;
    const sentence = TICKET_QUESTIONS_ASKED.missing("How old are you?");
    const tried: NewTicket["answers"][] = [undefined, null, {}, { age: " " }, { why: "Because" }];
    for (const answers of tried)
      expect(await refusalOf(create({ ...APPLICATION, answers }))).toEqual([400, sentence]);
    const response = await member.ask("POST", "/api/tickets", APPLICATION);
    expect([response.status, await response.json()]).toMatchObject([400, { message: sentence }]);
    for (const category of [TICKET.category, OPEN_KIND.key])
      expect((await member.ask("POST", "/api/tickets", { ...TICKET, category })).status).toBe(201);
  });

  test.each([
    [{ age: "21", time: "Never" }, TICKET_QUESTIONS_ASKED.unknownChoice("When are you here?")],
    [{ age: "2121" }, TICKET_QUESTIONS_ASKED.unfit("How old are you?", 3)],
    [{ age: "2\u202e1" }, TICKET_QUESTIONS_ASKED.unfit("How old are you?", 3)],
    [{ age: "21", shoe: "44" }, TICKET_QUESTIONS_ASKED.unknown],
  ])("take no answer that does not fit: %j", async (answers, sentence) => {
    const { member } = await setUp();
    expect(await refusalOf(member.tickets.create.mutate({ ...APPLICATION, answers }))).toEqual([
      400,
      sentence,
    ]);
  });

  test("are answered anew where the category is changed, and else stay as they were answered", async () => {
    const { member } = await setUp();
    const { id } = await member.tickets.create.mutate({ ...APPLICATION, answers: { age: "21" } });
    const edit = member.tickets.edit.mutate;
    const kept = await edit({ ...APPLICATION, id, subject: "Anew" });
    expect(kept.answers).toMatchObject([{ key: "age", value: "21" }]);
    const changed = await edit({ ...APPLICATION, id, answers: { age: "22" } });
    expect(changed.answers).toMatchObject([{ key: "age", value: "22" }]);
    expect(await edit({ ...TICKET, id })).not.toHaveProperty("answers");
    expect(await refusalOf(edit({ ...APPLICATION, id }))).toEqual([
      400,
      TICKET_QUESTIONS_ASKED.missing("How old are you?"),
    ]);
    const history = await member.tickets.history.query({ id });
    expect(history.map(({ fields }) => fields)).toEqual([
      [],
      ["subject"],
      ["subject", "answers"],
      ["category", "answers"],
    ]);
  });
});

const kind = (question: string) =>
  `[tickets]\ncategories = [{ key = "a", questions = [${question}] }]`;
const QUESTION = 'key = "q", label = "Q"';

describe("questions in the community's file", () => {
  test("are read, with who sees the category", () => {
    const lines = `[tickets]\ncategories = [{ key = "a", visible_to = "roles", questions = [{ ${QUESTION}, type = "choice", required = true, choices = ["x", "y"] }] }]`;
    const { data } = communitySchema.safeParse(Bun.TOML.parse(exampleFileWith("tickets", lines)));
    expect(data?.tickets.categories).toEqual([
      {
        key: "a",
        visibleTo: "roles",
        questions: [{ key: "q", label: "Q", type: "choice", required: true, choices: ["x", "y"] }],
      },
    ]);
  });

  test.each([
    [`{ ${QUESTION} }`, "[0].type: "],
    [`{ ${QUESTION}, type = "choice" }`, "[0].choices: is required for a choice"],
    [`{ ${QUESTION}, type = "line", choices = ["x", "y"] }`, "[0].choices: is for a choice alone"],
    [`{ ${QUESTION}, type = "choice", choices = ["x"] }`, "[0].choices: must have at least two"],
    [`{ ${QUESTION}, type = "line", max = 201 }`, "[0].max: is at most 200 for one line"],
    [`{ ${QUESTION}, type = "line", max = 0 }`, "[0].max: "],
    [
      `{ ${QUESTION}, type = "line" }, { ${QUESTION}, type = "line" }`,
      '[1].key: "q" is already used above',
    ],
  ])("what is wrong with one is named: %s", async (question, named) => {
    const [problem, ...others] = await problemsOfSection("tickets", kind(question));
    expect(problem).toStartWith(`community.toml: tickets.categories[0].questions${named}`);
    expect(others).toEqual([]);
  });

  test("a permission that is none is named", async () => {
    const lines = '[tickets]\ncategories = [{ key = "a", visible_to = "cooks" }]';
    const [problem] = await problemsOfSection("tickets", lines);
    expect(problem).toStartWith("community.toml: tickets.categories[0].visible_to: ");
  });
});
