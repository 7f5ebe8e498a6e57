import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { message, type Message } from "#shared/schemas/tickets.ts";
import { testApp } from "./app.ts";
import { DISCORD_ENV } from "./discord-env.ts";
import { hear } from "./events.ts";
import { signedIn } from "./sign-in.ts";
import { addTicket, linkDiscord } from "./tickets.ts";

type Browser = { readonly headers: Readonly<Record<string, string>> };

/**
 * A ticket with Ada, who opened it, and Ben on it; an Admin and a stranger besides, all with a
 * Discord account; and what they can do by the REST routes.
 */
export const threadWorld = async () => {
  const app = await testApp({ env: DISCORD_ENV });
  const { store } = app.deps;
  const arrive = async (given: Parameters<typeof signedIn>[1]) => {
    const someone = await signedIn(app, given);
    await linkDiscord(app.deps, someone.userId);
    return someone;
  };
  const ada = await arrive({ firstName: "Ada" });
  const ben = await arrive({ firstName: "Ben" });
  const admin = await arrive({ firstName: "Cy", role: "Admin" });
  const stranger = await arrive({ firstName: "Dee" });
  const ticketId = await addTicket(app.deps, { people: [ada.userId, ben.userId] });
  const received = await hear(store);
  const post = async ({ headers }: Browser, body: unknown) => {
    const response = await app.request("/api/message", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return [response.status, await response.json(), response.headers] as const;
  };
  const writeMessage = (who: Browser, content: unknown, more: Record<string, unknown> = {}) =>
    post(who, { messageGroupId: ticketId, content, ...more });
  /** Sends a message that is taken. */
  const posted = async (who: Browser, content: string, more?: Record<string, unknown>) => {
    const [status, body] = await writeMessage(who, content, more);
    expect(status).toBe(200);
    return message.parse(body);
  };
  /** Sends one that is not, and gives the status and the sentence. */
  const refused = async (who: Browser, content: unknown, more?: Record<string, unknown>) => {
    const [status, body] = await writeMessage(who, content, more);
    return [status, (body as { message: string }).message] as const;
  };
  /** Status, messages and where the page before them is. */
  const thread = async ({ headers }: Browser, query = "") => {
    const response = await app.request(`/api/message/ticket/${ticketId}${query}`, { headers });
    const body: unknown = await response.json();
    return [response.status, body as Message[], response.headers.get("link")] as const;
  };
  const refusedThread = async ({ headers }: Browser, id: number | string = ticketId) => {
    const response = await app.request(`/api/message/ticket/${id}`, { headers });
    return [response.status, ((await response.json()) as { message: string }).message] as const;
  };
  const contents = async () => (await thread(ada))[1].map(({ content }) => content);
  const { notifications, notificationReads, messages } = store.tables;
  /** To whom it was notified that there is a reply, in the order of the notifications. */
  const replies = () =>
    store.read
      .select({ to: notificationReads.userId, isRead: notificationReads.isRead })
      .from(notificationReads)
      .innerJoin(notifications, eq(notifications.id, notificationReads.notificationId))
      .where(eq(notifications.kind, "reply"))
      .orderBy(notifications.id, notificationReads.userId);
  const stored = () => store.read.select().from(messages).orderBy(messages.id);
  const people = { ada, ben, admin, stranger };
  const acts = {
    post,
    writeMessage,
    posted,
    refused,
    thread,
    refusedThread,
    contents,
    replies,
    stored,
    received,
  };
  return { app, store, ticketId, ...people, ...acts };
};
