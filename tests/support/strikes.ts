import type { NewStrike } from "#shared/schemas/strikes.ts";
import type { TestApp } from "./app.ts";
import { appWithPeople, person } from "./people.ts";
import { holderOf } from "./permission-world.ts";

/** A strike as somebody of the team would issue it. */
export const strikeOf = (userId: string, given: Partial<NewStrike> = {}): NewStrike => ({
  userId,
  ruleId: "ase-1-1",
  reason: "Griefed a new tribe.",
  term: "week",
  forbids: ["playing"],
  ...given,
});

/** Somebody of the team who may issue strikes, and nothing else unless it is said. */
export const strikerOf = async (
  app: TestApp,
  permissions: Parameters<typeof holderOf>[1] = ["strikes"],
) => person(app, (await holderOf(app, permissions)).userId);

/** A member, a stranger, an Admin, and a moderator with the permission for strikes alone. */
export const strikeWorld = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const world = await appWithPeople(options);
  const moderator = await strikerOf(world.app);
  const { strikes, audit } = world.store.tables;
  return {
    ...world,
    moderator,
    /** Issues a strike against the member. */
    strike: (given: Partial<NewStrike> = {}) =>
      moderator.strikes.issue.mutate(strikeOf(world.member.id, given)),
    rows: () => world.store.read.select().from(strikes).orderBy(strikes.id),
    audited: async () =>
      (await world.store.read.select().from(audit).orderBy(audit.id)).filter(({ action }) =>
        action.startsWith("strike."),
      ),
  };
};
