import { may } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { Services } from "#server/context/services.ts";
import { guestContext } from "#server/context/unit-of-work.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import {
  fileOf,
  findServed,
  readAttachmentAddress,
  smallFileOf,
} from "#server/modules/attachments/index.ts";
import { findPicture } from "#server/modules/pictures/index.ts";
import { findMedia, keepMedia } from "#server/modules/site/index.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import { FilePlaceFailure } from "#server/providers/ports/files.ts";
import type { Store } from "#server/store/store.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ATTACHMENTS, PICTURE_REFUSALS } from "#shared/upload-messages.ts";
import { contextOf, type HttpContext } from "./http-context.ts";
import { readBody, readHeader } from "./request.ts";
import { IMMUTABLE, isNotModified, packedResponse } from "./static.ts";

/** Whatever a browser takes it for, nothing in it runs, and nothing is loaded by it. */
const POLICY = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'";

const TYPES = { picture: "image/webp", text: "text/plain; charset=utf-8" } as const;

/** As `Content-Disposition` writes it (RFC 6266): plain for old programs, and whole for the others. */
const dispositionOf = (how: "inline" | "attachment", name: string): string => {
  const plain = name.replaceAll(/[^\w. -]/g, "_");
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
};

/** As the file is saved: a picture is one of WebP, whatever it was before. */
const savedName = ({ kind, name }: { kind: "picture" | "text"; name: string }): string => {
  if (kind === "text") return name;
  const stem = name.replace(/\.[a-z\d]{1,5}$/i, "").trim();
  return `${stem === "" ? "picture" : stem}.webp`;
};

/**
 * `GET /api/tickets/attachments/…`: a picture or a text file of a ticket, for whoever was given its address
 * a short while ago.
 * @throws {AppError} `not_found` for an address that was never given out, and for what is removed;
 *   `forbidden` for one whose time is over.
 */
export const attachmentHandler =
  (deps: Services) =>
  async (httpContext: HttpContext, request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const signed = readAttachmentAddress(deps, httpContext.path, query);
    if (signed === null) throw new AppError("not_found", ATTACHMENTS.unknown);
    if (signed === "expired") throw new AppError("forbidden", ATTACHMENTS.expired);
    const { read } = guestContext(deps, {});
    const found = await findServed(read, signed.id);
    if (found === null) throw new AppError("not_found", ATTACHMENTS.unknown);
    const isSmall = signed.size === "small" && found.hasSmall;
    const isSaved = found.kind === "text" || query.get("download") === "1";
    const etag = `"${found.id}${isSmall ? "-small" : ""}"`;
    const headers = new Headers({
      "content-type": TYPES[found.kind],
      "content-disposition": dispositionOf(isSaved ? "attachment" : "inline", savedName(found)),
      "content-security-policy": POLICY,
      "cache-control": `private, max-age=${Math.floor(signed.leftMs / 1000)}`,
      etag,
    });
    if (isNotModified(readHeader(request, "if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    try {
      const file = await deps.attachments.place.open(isSmall ? smallFileOf(found) : fileOf(found));
      if (file === null) throw new AppError("not_found", ATTACHMENTS.unknown);
      headers.set("content-length", String(file.sizeBytes));
      return new Response(file.body, { headers });
    } catch (error) {
      if (!(error instanceof FilePlaceFailure)) throw error;
      deps.log.error("attachment.not_read", errorFields(error));
      throw new AppError("unavailable", ATTACHMENTS.unavailable);
    }
  };

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
