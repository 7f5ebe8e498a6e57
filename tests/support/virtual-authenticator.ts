import type { CDPSession, Page } from "@playwright/test";

type Options = {
  /** Whether the device makes sure who uses it. */
  isVerified?: boolean;
  /** Whether somebody touches it as soon as it is asked. */
  isTouched?: boolean;
};

/** A device of the browser that holds passkeys. */
export type VirtualAuthenticator = {
  /** Whether somebody touches it from now on when it is asked. */
  touch: (isTouched: boolean) => Promise<void>;
  /** Has it forget all passkeys, or be gone. */
  remove: () => Promise<void>;
  /** How many passkeys it holds. */
  count: () => Promise<number>;
};

const sessions = new WeakMap<Page, CDPSession>();

const sessionOf = async (page: Page): Promise<CDPSession> => {
  const known = sessions.get(page);
  if (known !== undefined) return known;
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  sessions.set(page, session);
  return session;
};

/** Gives the browser of a page a device that holds passkeys, as Chromium imitates one. */
export const addAuthenticator = async (
  page: Page,
  { isVerified = true, isTouched = true }: Options = {},
): Promise<VirtualAuthenticator> => {
  const session = await sessionOf(page);
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: isTouched,
    },
  });
  return {
    touch: (enabled) =>
      session
        .send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled })
        .then(() => undefined),
    remove: () =>
      session
        .send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
        .then(() => undefined),
    count: async () => {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.length;
    },
  };
};
