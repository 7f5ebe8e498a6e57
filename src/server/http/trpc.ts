import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { noteIfLimited } from "#server/auth/note-limit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isTooDeep } from "#shared/rules/json-depth.ts";
import { REFUSALS } from "#server/refusals.ts";
import { appRouter } from "#server/trpc/router.ts";
import { rootError, toAppError } from "#server/trpc/to-app-error.ts";
import { TRPC_BATCH_MAX } from "#shared/constants/api.ts";
import { readJsonText } from "./body.ts";
import { logUnexpected } from "./errors.ts";
import { contextOf, type Visit } from "./visit.ts";

/** `/api/trpc/*`: the door of our own client. Queries come by GET, everything else by POST. */
export const trpcHandler =
  (deps: Deps) =>
  async (visit: Visit, request: Request): Promise<Response> => {
    const input = new URL(request.url).searchParams.get("input") ?? "";
    if (isTooDeep(input)) throw new AppError("bad_request", REFUSALS.malformedCall);
    const req =
      request.method === "POST"
        ? new Request(request.url, {
            method: "POST",
            headers: request.headers,
            body: await readJsonText(request),
            signal: request.signal,
          })
        : request;
    const noted: Promise<void>[] = [];
    const response = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req,
      router: appRouter,
      maxBatchSize: TRPC_BATCH_MAX,
      createContext: () => contextOf(deps, visit, request),
      onError: ({ error, ctx }) => {
        logUnexpected(deps.log, visit.requestId, toAppError(error), error);
        if (ctx !== undefined) noted.push(noteIfLimited(ctx, rootError(error)));
      },
      responseMeta: ({ errors, type }) => {
        const headers = new Headers({ "cache-control": "no-store" });
        for (const error of errors) {
          const told = toAppError(error);
          for (const [name, value] of Object.entries(told.headers)) headers.set(name, value);
          if (told.code === "method_not_allowed")
            headers.set("allow", type === "query" ? "GET" : "POST");
        }
        return { headers };
      },
    });
    await Promise.all(noted);
    // What tRPC refuses before it has read the call, it sends as JSON without saying so.
    if (!response.headers.has("content-type"))
      response.headers.set("content-type", "application/json");
    return response;
  };
