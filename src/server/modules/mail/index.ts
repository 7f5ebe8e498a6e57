export { deliverOutbox } from "./deliver-outbox.ts";
export {
  drawMailedCode,
  isMailable,
  isSendable,
  queueMail,
  queueNoMail,
  type QueuedMail,
  wantsNews,
} from "./queue.ts";
export { renderSample } from "./samples.ts";
export type { MailPlace } from "./safety.ts";
export { waitingMails } from "./waiting-mails.ts";
export { trialMailOf } from "./rendered.ts";
export { renderMail } from "./templates.ts";
export {
  forgetOldMail,
  type OutboxState,
  readOutbox,
  withdrawMail,
  withdrawQueued,
  WITHDRAWN,
} from "./outbox.ts";
