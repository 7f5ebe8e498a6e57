import type { Deps } from "#server/deps.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";

type Given = Pick<Deps, "store" | "clock">;

/**
 * Puts a ticket into the store.
 * @param given.people the ids of those who are on it, its creator first.
 * @returns the id.
 */
export const addTicket = async (
  { store, clock }: Given,
  given: { people: readonly [string, ...string[]]; status?: TicketStatus; subject?: string },
): Promise<number> => {
  const { tickets, ticketPeople } = store.tables;
  const { people, status = "Open", subject = "Stuck in the mesh" } = given;
  const now = clock.now();
  return store.write(async (tx) => {
    const [ticket] = await tx
      .insert(tickets)
      .values({
        subject,
        category: "Bug",
        game: "Ark:SE",
        server: "The Island",
        description: "I fell through the floor.",
        status,
        createdBy: people[0],
        createdAt: now,
        updatedAt: now,
        waitingSince: now,
      })
      .returning({ id: tickets.id });
    if (ticket === undefined) throw new Error("The ticket was not written.");
    const ticketId = ticket.id;
    await tx.insert(ticketPeople).values(people.map((userId) => ({ ticketId, userId, status })));
    return ticketId;
  });
};

/** Links a Discord account to a member, in place of what they have linked. */
export const linkDiscord = async (
  { store, clock }: Given,
  userId: string,
  name = "ada#1",
): Promise<void> => {
  const { links } = store.tables;
  const account = {
    externalId: `discord of ${userId}`,
    name,
    imageUrl: "https://cdn.discordapp.com/avatars/1/a.png",
    linkedAt: clock.now(),
  };
  await store.write(async (tx) => {
    await tx
      .insert(links)
      .values({ userId, platform: "discord", ...account })
      .onConflictDoUpdate({ target: [links.userId, links.platform], set: account });
  });
};
