import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { receiveEvent } from "#server/modules/orders/index.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { readBody } from "./body.ts";
import type { HttpContext } from "./http-context.ts";
import { readHeader } from "./request-headers.ts";

/** `POST /api/tebex/webhook`: what the store tells us, byte by byte as it was signed [PAY-01]. */
export const webhookHandler = (deps: Services) => {
  const ctx = systemContext(deps, "webhook tebex");
  return async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const body = await readBody(request, EVENT_MAX_BYTES);
    return Response.json(await receiveEvent(ctx, body, readHeader(request, "x-signature")), {
      headers: { "cache-control": "no-store" },
    });
  };
};
