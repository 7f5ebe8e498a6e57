export { deliverOutbox } from "./deliver-outbox.ts";
export { drawMailedCode } from "./draw-mailed-code.ts";
export { forgetOldMail } from "./forget-old-mail.ts";
export { isSendable, queueMail, queueNoMail, type QueuedMail } from "./queue-mail.ts";
export { withdrawMail } from "./withdraw-mail.ts";
