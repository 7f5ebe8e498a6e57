import type { Services } from "#server/context/services.ts";
import { guestContext } from "#server/context/unit-of-work.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import {
  fileOf,
  findServed,
  readAttachmentAddress,
  smallFileOf,
} from "#server/modules/attachments/index.ts";
import { FilePlaceFailure } from "#server/providers/attachments/port.ts";
import { ATTACHMENTS } from "#shared/upload-messages.ts";
import type { HttpContext } from "./http-context.ts";
import { readHeader } from "./request.ts";
import { isNotModified } from "./static.ts";

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
