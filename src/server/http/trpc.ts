import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { noteIfLimited } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type { RequestCtx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { rootError, toAppError } from "#server/procedures/init.ts";
import { appRouter } from "#server/trpc/router.ts";
import { TRPC_BATCH_MAX } from "#shared/constants/lists.ts";
import { isTooDeep } from "#shared/rules/text.ts";
import { logUnexpected } from "./errors.ts";
import { contextOf, type HttpContext } from "./http-context.ts";
import { BODY_MAX_BYTES, readHeader, readJsonText, SITE_DRAFT_MAX_BYTES } from "./request.ts";
import { findProcedure } from "./rest/schemas.ts";
import { gzipAnswer } from "./static.ts";

/**
 * The call alone. A header could wish to be answered piece by piece: such an answer begins before its
 * calls have ended, so that its status, its cookies and the log would say nothing of them.
 */
const callOf = async (request: Request, bodyMaxBytes: number): Promise<Request> => {
  const { url, signal } = request;
  if (request.method !== "POST") return new Request(url, { signal });
  const body = await readJsonText(request, bodyMaxBytes);
  const headers = { "content-type": readHeader(request, "content-type") ?? "" };
  return new Request(url, { method: "POST", headers, body, signal });
};

/** A section of the site's document may be long; whoever may not save one need not send it to the end. */
const PREFIX = "/api/trpc";

/** All procedures that are called, in their order; "*" for one that is not known. */
const namesIn = (path: string): Promise<string[]> =>
  Promise.all(
    path
      .slice(PREFIX.length + 1)
      .split(",")
      .map(async (name) => ((await findProcedure(appRouter, name)) === undefined ? "*" : name)),
  );

const SITE_DRAFT = "/api/trpc/site.savedraft";
const mayBeLong = ({ actor }: RequestCtx): boolean => actor.kind === "member" && may(actor, "site");

/** `/api/trpc/*`: the route of our own client. Queries come by GET, everything else by POST. */
export const trpcHandler =
  (deps: Services) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const names = await namesIn(httpContext.path);
    httpContext.pattern = `${PREFIX}/${names.length > 1 ? "batch" : names.join("")}`;
    httpContext.calls = `${PREFIX}/${names.join(",")}`;
    const input = new URL(request.url).searchParams.get("input") ?? "";
    if (isTooDeep(input)) throw new AppError("bad_request", REFUSALS.malformedCall);
    const asked =
      httpContext.route === SITE_DRAFT ? await contextOf(deps, httpContext, request) : null;
    const isLong = asked !== null && mayBeLong(asked);
    const noted: Promise<void>[] = [];
    const response = await fetchRequestHandler({
      endpoint: PREFIX,
      req: await callOf(request, isLong ? SITE_DRAFT_MAX_BYTES : BODY_MAX_BYTES),
      router: appRouter,
      maxBatchSize: TRPC_BATCH_MAX,
      createContext: async () => asked ?? (await contextOf(deps, httpContext, request)),
      onError: ({ error, ctx }) => {
        logUnexpected(deps.log, httpContext.requestId, toAppError(error), error);
        if (ctx === undefined) return;
        const note = noteIfLimited(ctx, rootError(error));
        // Heard below: the other calls of a batch may take longer than it takes to fail.
        note.catch(() => {});
        noted.push(note);
      },
      responseMeta: ({ errors, type }) => {
        const headers = new Headers({ "cache-control": "no-store" });
        for (const error of errors) {
          const appError = toAppError(error);
          for (const [name, value] of Object.entries(appError.headers)) headers.set(name, value);
          if (appError.code === "method_not_allowed")
            headers.set("allow", type === "query" ? "GET" : "POST");
        }
        return { headers };
      },
    });
    await Promise.all(noted);
    // What tRPC refuses before it has read the call, it sends as JSON without saying so.
    if (!response.headers.has("content-type"))
      response.headers.set("content-type", "application/json");
    // Secrets are answers to POST alone.
    if (request.method !== "GET") return response;
    return await gzipAnswer(response, readHeader(request, "accept-encoding"));
  };
