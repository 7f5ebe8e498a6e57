export { attachmentAddress, readAttachmentAddress } from "./addresses.ts";
export {
  evidenceOfStrikes,
  forgetEvidence,
  keepEvidence,
  picturesOnTicket,
  provesStrike,
} from "./evidence.ts";
export {
  forgetAttachments,
  forgetUnsent,
  moveAttachments,
  moveUnsent,
  removeAttachments,
  sweepFiles,
} from "./forget.ts";
export {
  fileOf,
  smallFileOf,
  attachmentsOfMessages,
  attachmentsOfTicket,
  findAttachment,
  findServed,
} from "./shape.ts";
export { describeAttachment, discardAttachment } from "./own.ts";
export { sendAttachments } from "./send.ts";
export { keepUpload } from "./upload.ts";
