export { type DeliverContext, deliverOutbox } from "./deliver-outbox.ts";
export { forgetOldMail } from "./forget-old-mail.ts";
export { isSendable, queueMail } from "./queue-mail.ts";
export { withdrawMail } from "./withdraw-mail.ts";
