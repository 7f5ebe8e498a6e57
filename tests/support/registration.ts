import { asc } from "drizzle-orm";
import { keepProof } from "#server/auth/proofs.ts";
import { randomSecret } from "#server/auth/secrets.ts";
import { drawMailedCode, type QueuedMail } from "#server/modules/mail/index.ts";
import type { RegistrationInput } from "#shared/schemas/accounts.ts";
import type { TestApp } from "./app.ts";
import { systemIn, asSite } from "./context.ts";
import { type HttpClient, httpClient } from "./http-client.ts";

/** What a call came to: its status, and what it gave or said. */
export type Answer = { status: number; reply: unknown };

type Wire = { result?: { data?: unknown }; error?: { message: string } };

/** Calls a procedure as our own client does. */
export const call = async (
  who: Pick<HttpClient, "ask">,
  procedure: string,
  input: unknown = null,
): Promise<Answer> => {
  const response = await who.ask("POST", `/api/trpc/${procedure}`, input);
  const { result, error } = (await response.json()) as Wire;
  return { status: response.status, reply: error === undefined ? result?.data : error.message };
};

/** The same for a query without input. */
export const query = async (who: Pick<HttpClient, "ask">, procedure: string): Promise<Answer> => {
  const response = await who.ask("GET", `/api/trpc/${procedure}`);
  const { result, error } = (await response.json()) as Wire;
  return { status: response.status, reply: error === undefined ? result?.data : error.message };
};

export const NEW_PASSWORD = "Lynx!2026new";

type Given = {
  email?: string;
  discordId?: string;
  discordImgUrl?: string | null;
  address?: string;
};

/** Somebody whose browser has proven a Discord account, and the form that they fill in. */
export const registrant = async (app: TestApp, given: Given = {}) => {
  const { email = "Ada@Example.test", discordId = "1182639400182374401", address } = given;
  const discordImgUrl = given.discordImgUrl ?? null;
  const browserSecret = randomSecret();
  const who = httpClient(app, address, new Map([["proofs", browserSecret]]));
  const account = { externalId: discordId, name: "Ada Frost", imageUrl: discordImgUrl };
  const { store, clock } = app.deps;
  await systemIn(store, clock).write((tx) =>
    keepProof(tx, { platform: "discord", ...account, browserSecret }),
  );
  const form: RegistrationInput = {
    firstName: "Ada",
    lastName: "Frost",
    email,
    password: NEW_PASSWORD,
    confirmPassword: NEW_PASSWORD,
    discordId,
    discordName: account.name,
    discordImgUrl,
  };
  return {
    ...who,
    browserSecret,
    form,
    register: (changes: Readonly<Record<string, unknown>> = {}) =>
      call(who, "accounts.register", { ...form, ...changes }),
  };
};

type Payload = {
  to?: { name: string; address: string };
  template: string | null;
  data?: Readonly<Record<string, string>>;
};

/** Everything in the outbox, oldest first. */
export const queuedMails = async ({ deps: { store } }: Pick<TestApp, "deps">) => {
  const { outbox } = store.tables;
  const rows = await store.read.select().from(outbox).orderBy(asc(outbox.id));
  return rows.map(({ payload }) => payload as Payload);
};

/** The secret that the newest mail of a template is sent with: the code, or the token. */
export const mailedSecret = async (
  app: Pick<TestApp, "deps">,
  template:
    | "verify"
    | "reset"
    | "browser"
    | "claim"
    | "merge-code"
    | "lost-factor"
    | "confirm-address"
    | "address-changed"
    | "security"
    | "password-changed"
    | "guessed",
): Promise<string> => {
  const { outbox } = app.deps.store.tables;
  const rows = await app.deps.store.read.select().from(outbox).orderBy(asc(outbox.id));
  const newest = rows.findLast(({ payload }) => (payload as Payload).template === template);
  if (newest === undefined) throw new Error(`There is no ${template} mail.`);
  const mail = await drawMailedCode(asSite(app.deps), newest.id, newest.payload as QueuedMail);
  const secret = (mail as Payload | null)?.data?.[
    template === "reset" || template === "claim" ? "token" : "code"
  ];
  if (secret === undefined) throw new Error(`The code of the ${template} mail was revoked.`);
  return secret;
};

/** What the audit says, oldest first. */
export const auditActions = async ({ deps: { store } }: Pick<TestApp, "deps">) => {
  const { audit } = store.tables;
  const rows = await store.read.select().from(audit).orderBy(asc(audit.id));
  return rows.map(({ action }) => action);
};
