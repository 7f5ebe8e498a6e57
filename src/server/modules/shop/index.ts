export { readRefusals, type UnknownRefusal } from "./refusals.ts";
