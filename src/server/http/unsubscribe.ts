import type { Unsubscription } from "#server/auth/auth.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { unsubscribe, unsubscriptionOf } from "#server/modules/newsletters/index.ts";
import { UNSUBSCRIPTION } from "#shared/newsletter-messages.ts";
import { NOTICE_UNSUBSCRIPTION } from "#shared/notification-messages.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { HttpContext } from "./http-context.ts";
import { readBody } from "./request.ts";
import { emblem, GREEN_TICK, WINDOW_STYLES, windowPolicy } from "./window-page.ts";

/** What a provider posts, and our own page: a few words. */
const BODY_MAX_BYTES = 8 * 1024;

/** The page runs no script; its form leads to this site alone. */
const POLICY = windowPolicy("").replace("form-action 'none'", "form-action 'self'");

type Said = { title: string; sign: string; text: readonly string[]; form?: string };

const pageOf = ({ title, sign, text, form = "" }: Said, brand: string, status = 200): Response => {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(`${title} · ${brand}`)}</title><link rel="icon" href="data:,">${WINDOW_STYLES}</head><body><main>${sign}<h1>${escapeHtml(title)}</h1>${text.map((line) => `<p>${escapeHtml(line)}</p>`).join("")}${form}</main></body></html>`;
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      // The address is what ends it: it is nobody else's business.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    },
  });
};

/** What the page says of the mails that a token ends. */
const wordsOf = (what: Unsubscription, brand: string) => {
  if (what === "news")
    return {
      question: UNSUBSCRIPTION.question(brand),
      text: UNSUBSCRIPTION.text,
      action: UNSUBSCRIPTION.action,
      doneTitle: UNSUBSCRIPTION.doneTitle,
      done: [UNSUBSCRIPTION.done(brand), UNSUBSCRIPTION.again],
    };
  const topic = what === "notices" ? null : what;
  const { question, text, action, doneTitle, done, again } = NOTICE_UNSUBSCRIPTION;
  return {
    question: question(topic, brand),
    text,
    action,
    doneTitle,
    done: [done(topic, brand), again],
  };
};

/**
 * Ends news by email, or mails about what somebody has not read (RFC 8058) [CONSENT-07, PUSH-07]. A POST does
 * it at once, from a mail provider or from the page, whatever it carries: it needs no login and no cookie, and
 * may come again. A GET shows a page with a button and changes nothing, since programs that scan mails follow
 * links. Maintenance stops neither.
 */
export const unsubscribeHandler =
  (services: Services) =>
  async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const { name } = services.config.community.brand;
    const ctx = systemContext(services, "unsubscription");
    const token = new URL(request.url).searchParams.get("token")?.slice(0, 300) ?? "";
    const { title, invalidTitle, invalid } = UNSUBSCRIPTION;
    const refused = () =>
      pageOf(
        { title: invalidTitle, sign: emblem("ember", "M52 38V66M52 81v.5"), text: [invalid] },
        name,
        400,
      );
    if (request.method === "POST") {
      await readBody(request, BODY_MAX_BYTES);
      const ended = await unsubscribe(ctx, token);
      if (ended === null) return refused();
      const { doneTitle, done } = wordsOf(ended, name);
      return pageOf({ title: doneTitle, sign: GREEN_TICK, text: done }, name);
    }
    const what = unsubscriptionOf(ctx, token);
    if (what === null) return refused();
    const { question, text, action } = wordsOf(what, name);
    return pageOf(
      {
        title,
        sign: emblem("accent", "M30 45h44v30H30zM30 45l22 18 22-18"),
        text: [question, text],
        form: `<form method="post"><button type="submit">${escapeHtml(action)}</button></form>`,
      },
      name,
    );
  };
