import type { Outages } from "#sandbox/outages.ts";
import { inboxPage, mailPage } from "#sandbox/pages/inbox.ts";
import { type CaughtMail, createInbox } from "./inbox.ts";
import { startSmtpServer } from "./smtp-server.ts";

const html = (body: string) =>
  new Response(body, { headers: { "content-type": "text/html; charset=utf-8", vary: "accept" } });

const wire = ({ to, subject, text, html, receivedAt }: CaughtMail): CaughtMail => ({
  to,
  subject,
  text,
  html,
  receivedAt,
});

export type SandboxMail = {
  /** Where the mail server listens, as `smtp://host:port`. */
  smtpUrl: string;
  /** Newest first. */
  list(): readonly CaughtMail[];
  /**
   * `GET /mail`, `GET /mail/{number}` and `GET /mail/newest`; `rest` is the path's parts after
   * `/mail`. Null where there is nothing.
   */
  handle(request: Request, rest: readonly string[]): Response | null;
  stop(): Promise<void>;
};

/** Starts the mail server and its inbox. */
export const startMail = async (outages: Outages): Promise<SandboxMail> => {
  const inbox = createInbox();
  const smtp = await startSmtpServer(inbox, outages);
  const list = () => inbox.list().map(wire);

  return {
    smtpUrl: smtp.url,
    list,
    handle: (request, [name, ...more]) => {
      if (more.length > 0) return null;
      if (name === "newest") return Response.json(inbox.list()[0]?.number ?? 0);
      if (name !== undefined) {
        const mail = inbox.list().find(({ number }) => String(number) === name);
        return mail === undefined ? null : html(mailPage(mail));
      }
      return request.headers.get("accept")?.includes("application/json") === true
        ? Response.json(list(), { headers: { vary: "accept" } })
        : html(inboxPage(inbox.list()));
    },
    stop: () => smtp.close(),
  };
};
