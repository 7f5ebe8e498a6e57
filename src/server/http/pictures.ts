import { AppError } from "#server/core/errors.ts";
import { findPicture } from "#server/modules/pictures/index.ts";
import type { Store } from "#server/store/store.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { HttpContext } from "./http-context.ts";
import { IMMUTABLE, packedResponse } from "./static.ts";

/**
 * Serves the small pictures of members, which never change: another picture has another address.
 * @throws {AppError} `not_found`.
 */
export const pictureHandler =
  ({ store }: { store: Store }) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const found = await findPicture(store.read, httpContext.path);
    if (found === null) throw new AppError("not_found", MESSAGES.notFound);
    const { hash, type, body } = found;
    const packed = {
      type,
      etag: `"${hash.slice(0, 32)}"`,
      cacheControl: IMMUTABLE,
      encodings: ["identity"] as const,
      body: () => Buffer.from(body),
    };
    return packedResponse(packed, request);
  };
