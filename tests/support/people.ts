import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#server/trpc/router.ts";
import type { NewTicket } from "#shared/schemas/tickets.ts";
import { PUBLIC_URL, type TestApp, testApp } from "./app.ts";
import { rejectionOf } from "./rejection.ts";
import { signedIn } from "./sign-in.ts";

/** A ticket as somebody would open it. */
export const TICKET: NewTicket = {
  subject: "Stuck in the mesh",
  category: "Bug",
  game: "Ark:SE",
  server: "The Island",
  description: "I fell through the floor of the ice cave.\nPlease help!",
};

/**
 * Somebody who is signed in, and what they can ask.
 * @param given columns of the user, such as `{ role: "Admin" }`, or the id of one that is there.
 */
export const person = async (app: TestApp, given: Parameters<typeof signedIn>[1] = {}) => {
  const { userId, headers } = await signedIn(app, given);
  const {
    administration,
    attachments,
    bridge,
    calendar,
    consents,
    figures,
    health,
    mail,
    maintenance,
    members,
    tickets,
    messages,
    news,
    newsletters,
    notes,
    notifications,
    orders,
    points,
    preferences,
    queue,
    push,
    rights,
    savedReplies,
    servers,
    site,
    strikes,
    team,
    ticketMerges,
    transcripts,
    webhooks,
  } = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: new URL("/api/trpc", PUBLIC_URL).href,
        headers,
        fetch: async (url, init) => app.fetch(new Request(url, init as RequestInit)),
      }),
    ],
  });
  /** One request to a REST row. A body is sent as JSON. */
  const ask = (method: string, path: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    id: userId,
    headers,
    administration,
    attachments,
    bridge,
    calendar,
    consents,
    figures,
    health,
    mail,
    maintenance,
    members,
    tickets,
    messages,
    news,
    newsletters,
    notes,
    notifications,
    orders,
    points,
    preferences,
    queue,
    push,
    rights,
    savedReplies,
    servers,
    site,
    strikes,
    team,
    ticketMerges,
    transcripts,
    webhooks,
    ask,
  };
};
export type TestPerson = Awaited<ReturnType<typeof person>>;

/** A member, a stranger to all they do, and an Admin. */
export const appWithPeople = async (options: Parameters<typeof testApp>[0] = {}) => {
  const app = await testApp(options);
  const member = await person(app, { firstName: "Ada", lastName: "Lynx" });
  const stranger = await person(app, { firstName: "Stray", lastName: "Cat" });
  const admin = await person(app, { role: "Admin", firstName: "Root", lastName: "Lynx" });
  return { app, store: app.deps.store, clock: app.clock, member, stranger, admin };
};

/** With what a call is refused: status and sentence. */
export const refusalOf = async (call: PromiseLike<unknown>): Promise<[number, string]> => {
  const error = await rejectionOf(call);
  if (!(error instanceof TRPCClientError)) throw error;
  const { data } = error as TRPCClientError<AppRouter>;
  return [data?.httpStatus ?? 0, error.message];
};
