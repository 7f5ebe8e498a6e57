export { deliverOutbox } from "./deliver-outbox.ts";
export { drawMailedCode, isSendable, queueMail, queueNoMail, type QueuedMail } from "./queue.ts";
export { forgetOldMail, type OutboxState, readOutbox, withdrawMail } from "./outbox.ts";
