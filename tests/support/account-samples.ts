import type { SiteProcedure } from "#server/http/rest/row.ts";
import type { World } from "./access-world.ts";
import { PASSWORD } from "./accounts.ts";

const NO_PASSKEY = { id: "unknown", rawId: "unknown", type: "public-key" };
/** What no passkey has signed, in the shape in which one would. */
const NO_SIGNATURE = {
  ...NO_PASSKEY,
  response: { clientDataJSON: "e30", authenticatorData: "", signature: "" },
};

export type Sample = {
  /** What the member, whom it is about, would send. */
  input?: (world: World) => Record<string, unknown>;
  /** What whoever is let in is answered, 200 unless it is said. */
  status?: number;
  /** What members are answered whom it is not about; the same unless it is said. */
  others?: number;
  /**
   * What an Admin is answered, where what is the member's is shown to Admins or theirs to change: a
   * success is allowed to.
   */
  admin?: number;
};

/** Calls about accounts, and what proves that they are one's own. */
export const ACCOUNT_SAMPLES = {
  "accounts.login": { input: ({ member }) => ({ email: member.email, password: PASSWORD }) },
  "accounts.register": { input: () => ({ firstName: "Ada" }), status: 400 },
  "accounts.me": {},
  "accounts.verifyEmail": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.resendVerification": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.requestPasswordReset": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.correctEmail": {
    input: ({ member }) => ({
      email: member.email,
      newEmail: "other@example.test",
      password: PASSWORD,
    }),
    status: 409,
  },
  "accounts.requestBrowserLink": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.confirmBrowser": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.discordWaits": {},
  "security.endSessions": { input: () => ({ code: "unknown" }), status: 400 },
  "security.mails": {},
  "security.setMails": { input: () => ({ aboutLinks: false }) },
  "accounts.readClaim": { input: () => ({ token: "unknown" }), status: 400 },
  "accounts.claim": {
    input: () => ({
      token: "unknown",
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
      firstName: "Ada",
      lastName: "Lynx",
    }),
    status: 400,
  },
  "accounts.resetPassword": {
    input: () => ({ token: "unknown", newPassword: PASSWORD, confirmPassword: PASSWORD }),
    status: 400,
  },
  "accounts.address": {},
  "accounts.changeAddress": { input: () => ({ newEmail: "new@example.test" }) },
  "accounts.resendAddress": { status: 409 },
  "accounts.cancelAddress": { status: 409 },
  "accounts.confirmAddress": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.revertAddress": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.update": { input: () => ({ firstName: "Grace" }) },
  // Others have another password.
  "accounts.confirm": { input: () => ({ password: PASSWORD }), others: 400 },
  "accounts.confirmWithPasskey": { input: () => ({ response: NO_SIGNATURE }), status: 400 },
  "accounts.requireConfirmed": {},
  "accounts.deactivate": { input: () => ({}) },
  "accounts.logout": {},
  "accounts.sessions": {},
  "accounts.endSession": { input: ({ member }) => ({ id: member.session.id }), others: 404 },
  "accounts.endOtherSessions": {},
  "passkeys.requestLogin": {},
  "passkeys.login": { input: () => ({ response: NO_SIGNATURE }), status: 400 },
  "passkeys.takeSecondStep": {
    input: () => ({ ticket: "unknown", response: NO_SIGNATURE }),
    status: 400,
  },
  "passkeys.requestConfirmation": {},
  "passkeys.list": {},
  "passkeys.requestNew": {},
  "passkeys.add": {
    input: () => ({
      name: "Phone",
      response: { ...NO_PASSKEY, response: { clientDataJSON: "e30", attestationObject: "" } },
    }),
    status: 400,
  },
  "passkeys.rename": { input: () => ({ id: "unknown", name: "Phone" }), status: 404 },
  "passkeys.remove": { input: () => ({ id: "unknown" }), status: 404 },
  "factors.takeSecondStep": { input: () => ({ ticket: "unknown", code: "123456" }), status: 401 },
  "archives.read": {},
  "archives.ask": {},
  // What was asked for a moment ago is not made yet.
  "archives.open": { status: 404 },
  "factors.loginWithDiscord": {
    input: () => ({ discordId: "1182639400182374401" }),
    status: 400,
  },
  "factors.requestReset": { input: () => ({ ticket: "unknown" }), status: 401 },
  "factors.beginReset": { input: () => ({ code: "unknown" }), status: 400 },
  "factors.stopReset": { input: () => ({ code: "unknown" }), status: 400 },
  "factors.stopOwnReset": { status: 409 },
  "factors.read": {},
  "factors.beginApp": {},
  "factors.addApp": { input: () => ({ setup: "unknown", code: "123456" }), status: 400 },
  "factors.makeRecoveryCodes": { status: 409 },
  "factors.removeApp": { status: 409 },
  // What is done is done to others than the member, who asks last.
  "health.read": {},
  "health.trouble": {},
} satisfies Partial<Record<SiteProcedure, Sample>>;
