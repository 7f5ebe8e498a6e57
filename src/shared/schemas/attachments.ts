import { z } from "zod/mini";
import {
  ATTACHMENT_KINDS,
  ATTACHMENT_LENGTHS,
  ATTACHMENTS_PER_MESSAGE,
} from "#shared/constants/uploads.ts";
import { idempotencyKey, recordId } from "./lists.ts";
import { line } from "./text.ts";

const attachmentId = z.string().check(z.regex(/^[\da-f]{32}$/, "must be an attachment's id"));
const alt = line(ATTACHMENT_LENGTHS.alt);

/** A picture or a text file of a message or a ticket. */
export const attachment = z.object({
  id: z.string(),
  kind: z.enum(ATTACHMENT_KINDS),
  /** As its file was called; empty where it had no name. */
  name: z.string(),
  /** What the picture shows, in words; empty where nobody has said it. */
  alt: z.string(),
  /** Of what is kept. */
  sizeBytes: z.int(),
  /** Of a picture, in pixels; null for a text file. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** A path of this site, for a while: with `&download=1` a browser saves the file. */
  url: z.string(),
  /** Of a picture, the same for small places: at most 480 pixels. Null for a text file. */
  smallUrl: z.nullable(z.string()),
});
export type Attachment = z.infer<typeof attachment>;
export const attachmentList = z.array(attachment);

/** Which attachments are sent along: one's own, uploaded and not sent yet, in this order. */
export const attachmentIds = z.optional(
  z.array(attachmentId).check(z.maxLength(ATTACHMENTS_PER_MESSAGE)),
);

/** What is said of a file for a ticket that is not there yet, before the file itself comes. */
export const newAttachmentAdmission = z.object({
  kind: z.enum(ATTACHMENT_KINDS),
  name: z._default(line(ATTACHMENT_LENGTHS.name), ""),
  alt: z._default(alt, ""),
  idempotencyKey,
});
export type NewAttachmentAdmission = z.infer<typeof newAttachmentAdmission>;
/** Likewise of a file for a message on this ticket. */
export const attachmentAdmission = z.extend(newAttachmentAdmission, { id: recordId });
export type AttachmentAdmission = z.infer<typeof attachmentAdmission>;
/** The same once it is admitted, with the largest body that is taken. */
export const admittedUpload = z.object({
  ticketId: z.nullable(z.int()),
  kind: z.enum(ATTACHMENT_KINDS),
  name: z.string(),
  alt: z.string(),
  maxBytes: z.int(),
  idempotencyKey: z.nullable(z.string()),
});
export type AdmittedUpload = z.infer<typeof admittedUpload>;

export const attachmentInput = z.object({ id: attachmentId });
export const attachmentDescription = z.object({ id: attachmentId, alt });
export const ticketAttachmentsInput = z.object({ id: recordId });
