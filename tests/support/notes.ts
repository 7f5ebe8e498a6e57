import { giveRoleAsSite } from "#server/modules/team/index.ts";
import { asSite } from "./context.ts";
import { appWithPeople, person } from "./people.ts";
import { addTicket } from "./tickets.ts";

/** In words that stand nowhere else: what the team alone may read. */
export const NOTE_WORDS = "Zanzibar was banned before";

/**
 * A ticket of the member, with a friend on it; two helpers with the permission `tickets`, who are not,
 * and a third who is on it without the permission.
 */
export const notesWorld = async (options: Parameters<typeof appWithPeople>[0] = {}) => {
  const base = await appWithPeople(options);
  const { app, member } = base;
  const friend = await person(app, { firstName: "Fay", lastName: "Friend" });
  const helperOf = async (firstName: string) => {
    const helper = await person(app, { firstName, lastName: "Helper" });
    await giveRoleAsSite(asSite(app.deps), { userId: helper.id, roleId: "moderator" });
    return helper;
  };
  const helper = await helperOf("Hal");
  const colleague = await helperOf("Cole");
  const ticketId = await addTicket(app.deps, { people: [member.id, friend.id] });
  const note = (content = NOTE_WORDS) => helper.notes.add.mutate({ id: ticketId, content });
  return { ...base, friend, helper, colleague, ticketId, note };
};
