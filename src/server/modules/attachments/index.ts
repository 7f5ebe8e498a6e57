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
export { fileOf, smallFileOf } from "./names.ts";
export { describeAttachment, discardAttachment } from "./own.ts";
export { sendAttachments } from "./send.ts";
export { attachmentsOfMessages, attachmentsOfTicket, findAttachment, findServed } from "./shape.ts";
export { keepUpload } from "./upload.ts";
