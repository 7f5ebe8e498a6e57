export {
  createAdmin,
  listAdmins,
  makePasswordLinkFor,
  promoteMember,
  resetSecondFactorOf,
  verifyAddress,
} from "./admins.ts";
export { foldDays } from "./read-today.ts";
