export { forgetReplies, moveReplies } from "./person.ts";
