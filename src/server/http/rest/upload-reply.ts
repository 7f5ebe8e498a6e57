import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import { bodyChunks } from "#server/http/body.ts";
import { readHeader } from "#server/http/request-headers.ts";
import { keepUpload } from "#server/modules/attachments/index.ts";
import { FilePlaceFailure } from "#server/providers/attachments/port.ts";
import { ATTACHMENTS } from "#shared/attachment-messages.ts";
import type { AttachmentKind } from "#shared/constants/attachments.ts";
import { FILE_TIMEOUT_MS } from "#shared/constants/timings.ts";
import type { AdmittedUpload } from "#shared/schemas/attachments.ts";

/** What a file may be said to be. What it is, its bytes say. */
export const UPLOAD_TYPES = {
  picture: ["image/*"],
  text: ["text/*", "application/json", "application/xml", "application/yaml", "application/toml"],
} as const satisfies Readonly<Record<AttachmentKind, readonly string[]>>;

const isTaken = (kind: AttachmentKind, type: string): boolean =>
  UPLOAD_TYPES[kind].some((taken) =>
    taken.endsWith("/*") ? type.startsWith(taken.slice(0, -1)) : type === taken,
  );

const WRONG_TYPE = { picture: ATTACHMENTS.wantsPicture, text: ATTACHMENTS.wantsText } as const;

/**
 * A picture may wait for others before it is converted: its connection may be silent for longer than a
 * browser waits for the answer, which ends it sooner and sends it again under the same key.
 */
export const UPLOAD_SILENT_SECONDS = (2 * FILE_TIMEOUT_MS) / 1000;

const MEGABYTE = 1024 * 1024;

/**
 * Takes the file of an upload that was admitted.
 * @param admitted what the procedure that admits one has answered; only members are.
 * @throws {AppError} `unsupported_media_type`, `payload_too_large`, and what `keepUpload` throws.
 */
export const uploadReply = async (
  ctx: RequestCtx,
  request: Request,
  admitted: unknown,
): Promise<Response> => {
  // The schema of its procedure has seen it.
  const upload = admitted as AdmittedUpload;
  const { kind, maxBytes } = upload;
  const [type = ""] = (readHeader(request, "content-type") ?? "").toLowerCase().split(";");
  if (!isTaken(kind, type.trim())) throw new AppError("unsupported_media_type", WRONG_TYPE[kind]);
  const tooLarge =
    kind === "text"
      ? ATTACHMENTS.textTooLarge
      : ATTACHMENTS.pictureTooLarge(Math.floor(maxBytes / MEGABYTE));
  try {
    const file = await ctx.attachments.receive(bodyChunks(request, maxBytes, tooLarge));
    try {
      const kept = await keepUpload(ctx as MemberCtx, upload, file);
      return Response.json(kept, { status: 201, headers: { "cache-control": "no-store" } });
    } finally {
      await file.discard();
    }
  } catch (error) {
    if (!(error instanceof FilePlaceFailure)) throw error;
    ctx.log.error("attachment.not_kept", errorFields(error));
    throw new AppError("unavailable", ATTACHMENTS.unavailable);
  }
};
