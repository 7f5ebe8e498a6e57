export { deliverOutbox } from "./deliver-outbox.ts";
export { drawMailedCode } from "./draw-mailed-code.ts";
export { forgetOldMail } from "./forget-old.ts";
export { isSendable, queueMail, queueNoMail, type QueuedMail } from "./queue.ts";
export { type OutboxState, readOutbox } from "./read-outbox.ts";
export { withdrawMail } from "./withdraw.ts";
