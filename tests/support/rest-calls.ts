import type { NewNotification, Notification } from "#shared/schemas/notifications.ts";
import type { Message, NewTicket, Ticket } from "#shared/schemas/tickets.ts";
import { from, newAddress } from "./browser.ts";
import { login, type Member, sampleMember } from "./members.ts";
import { site } from "./site.ts";

const tokens = new Map<string, Promise<string>>();

const tokenOf = (member: Member): Promise<string> => {
  const known = tokens.get(member.email) ?? login(member);
  tokens.set(member.email, known);
  return known;
};

/**
 * One REST call in somebody's name, beside whatever browsers they have.
 * @throws where it is refused.
 */
export const ask = async <T>(
  member: Member,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const response = await fetch(`${(await site()).url}/api/${path}`, {
    method,
    headers: {
      ...from(newAddress()),
      authorization: `Bearer ${await tokenOf(member)}`,
      "content-type": "application/json",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${path}: ${answer}`);
  return (answer === "" ? undefined : JSON.parse(answer)) as T;
};

/** What is asked for, where the rest of it does not matter. */
const PLAIN_TICKET: NewTicket = {
  subject: "The gate stays shut",
  category: "Bug",
  game: "Ark:SE",
  server: "Ragnarok",
  description: "The behemoth gate of our base does not open any more.",
};

/** A ticket that somebody has opened already. @returns its number. */
export const openTicket = async (
  member: Member,
  given: Partial<NewTicket> = {},
): Promise<number> => {
  const { id } = await ask<{ id: number }>(member, "POST", "tickets", {
    ...PLAIN_TICKET,
    ...given,
  });
  return id;
};

/** Something that somebody has written on a ticket from elsewhere. */
export const say = (
  member: Member,
  ticketId: number,
  content: string,
  imgUrl: string | null = null,
): Promise<Message> =>
  ask(member, "POST", "message", { messageGroupId: ticketId, content, imgUrl });

/** What stands on a ticket, oldest first. */
export const messagesOn = async (member: Member, ticketId: number): Promise<string[]> =>
  (await ask<Message[]>(member, "GET", `message/ticket/${ticketId}`)).map(({ content }) => content);

/** An open ticket's present state. */
export const ticketOf = (member: Member, ticketId: number): Promise<Ticket> =>
  ask(member, "GET", `tickets/${ticketId}`);

/** By whom others name somebody. */
export const idOf = async (member: Member): Promise<string> =>
  (await ask<{ id: string }>(member, "GET", "userprofile")).id;

/** A notification of the Admin's: to those who are named, or to everyone. */
export const notify = async (
  readers: readonly Member[] | "everyone",
  given: Pick<NewNotification, "subject"> & Partial<NewNotification>,
): Promise<Notification> => {
  const isGlobal = readers === "everyone";
  const targetUserIds = isGlobal ? [] : await Promise.all(readers.map(idOf));
  return await ask(sampleMember("admin"), "POST", "Notification", {
    message: "News from the den.",
    ...given,
    isGlobal,
    targetUserIds,
  });
};

/** Where a ticket is. */
export const ticketAt = (ticketId: number): string => `/member/tickets/ticket/${ticketId}`;
