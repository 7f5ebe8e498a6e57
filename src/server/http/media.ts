import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { findMedia, keepMedia } from "#server/modules/site/index.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PICTURE_REFUSALS } from "#shared/upload-messages.ts";
import { contextOf, type HttpContext } from "./http-context.ts";
import { readBody, readHeader } from "./request.ts";
import { IMMUTABLE, packedResponse } from "./static.ts";

/** Of a form, its first file; else what was sent, as it is. */
const pictureIn = async (request: Request): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await readBody(request, PICTURE_MAX_BYTES, PICTURE_REFUSALS.tooLarge);
  const type = readHeader(request, "content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return bytes;
  const form = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch(() => new FormData());
  const values: unknown[] = [...form.values()];
  const file = values.find((value) => value instanceof Blob);
  return file === undefined ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
};

/** `POST /api/site/pictures`: an Admin gives the site's document a picture. */
export const mediaUploadHandler =
  (deps: Services) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    // Who that is comes first: nobody else need send a picture to its end.
    const ctx = await contextOf(deps, httpContext, request);
    if (ctx.actor.kind !== "member") throw new AppError("unauthorized", REFUSALS.signInFirst);
    if (!may(ctx.actor, "site")) throw new AppError("forbidden", MESSAGES.accessDenied);
    const picture = await sitePicture(await pictureIn(request));
    if (typeof picture === "string") throw new AppError("bad_request", PICTURE_REFUSALS[picture]);
    const kept = await keepMedia(ctx as MemberCtx, picture);
    return Response.json(kept, { headers: { "cache-control": "no-store" } });
  };

/**
 * `/media/…`: pictures of the site's document, which never change.
 * @throws {AppError} `not_found`.
 */
export const mediaHandler =
  ({ store }: Pick<Services, "store">) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const found = await findMedia(store.read, httpContext.path);
    if (found === null) throw new AppError("not_found", MESSAGES.notFound);
    const { tag, body } = found;
    const response = await packedResponse(
      {
        type: "image/webp",
        etag: `"${tag}"`,
        cacheControl: IMMUTABLE,
        encodings: ["identity"] as const,
        body: () => Buffer.from(body),
      },
      request,
    );
    // Mails show the logo, and who reads them in a browser reads them on a page of another site.
    response.headers.set("cross-origin-resource-policy", "cross-origin");
    return response;
  };
