import type { Kit } from "./columns.ts";

type NobodyId = (name: string) => ReturnType<Kit["text"]>;

/** What weeks of the support desk that are over came to, so that nobody adds them up again. */
export const deskFigureTables = (kit: Kit, nobody: NobodyId) => ({
  /** What a week came to in a category, by a helper. */
  ticketFigures: kit.table(
    "ticket_figures",
    {
      id: kit.id("id"),
      /** Its Monday, where the community is: "2026-11-23". */
      week: kit.text("week").notNull(),
      category: kit.text("category").notNull(),
      /** Who of the team; null for what nobody had taken care of. */
      helperId: nobody("helper_id"),
      opened: kit.integer("opened").notNull(),
      closed: kit.integer("closed").notNull(),
      /** How long each took, in seconds, the shortest first: to the first answer, and to the solution. */
      answerSeconds: kit.json("answer_seconds").$type<readonly number[]>().notNull(),
      solutionSeconds: kit.json("solution_seconds").$type<readonly number[]>().notNull(),
      /** How many players said that it was solved, and that it was not. */
      solved: kit.integer("solved").notNull(),
      unsolved: kit.integer("unsolved").notNull(),
    },
    (t) => [
      kit.index("ticket_figures_week").on(t.week),
      kit.index("ticket_figures_helper").on(t.helperId),
    ],
  ),
});
