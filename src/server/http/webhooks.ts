import type { Deps } from "#server/deps.ts";
import { receiveEvent } from "#server/modules/orders/index.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { readBody } from "./body.ts";
import { readHeader } from "./request-headers.ts";
import type { Visit } from "./visit.ts";

/** `POST /api/tebex/webhook`: what the store tells us, byte by byte as it was signed (providers §4.2). */
export const webhookHandler =
  (deps: Deps) =>
  async (_visit: Visit, request: Request): Promise<Response> => {
    const body = await readBody(request, EVENT_MAX_BYTES);
    return Response.json(await receiveEvent(deps, body, readHeader(request, "x-signature")), {
      headers: { "cache-control": "no-store" },
    });
  };
