import { dropCryptoErrors } from "#server/core/errors.ts";
import type { PasskeyVerifier, Refused } from "#server/providers/ports/people.ts";
import { PASSKEY_TRANSPORTS, type PasskeyTransport } from "#shared/constants/factors.ts";
import type { PasskeyCreation } from "#shared/schemas/passkeys.ts";

/**
 * The library, once somebody uses a passkey: it takes 9 MB and 65 ms. A part of it asks for the metadata
 * when it is loaded, and a bundle loads the two of one import in the wrong order: hence two.
 */
const load = async () => {
  await import("reflect-metadata");
  const [server, helpers] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject };
};
let loading: ReturnType<typeof load> | null = null;
const library = () => (loading ??= load());

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));

const isTransport = (name: string): name is PasskeyTransport =>
  PASSKEY_TRANSPORTS.some((known) => known === name);

/** Long enough for the sentences of the library, and for an origin that somebody made up. */
const DETAIL_MAX = 300;

/** What is wrong with an answer is an error of the library, whatever is wrong with it. */
const orRefused = async <T>(check: () => Promise<T | Refused>): Promise<T | Refused> => {
  try {
    return await check();
  } catch (error) {
    return { refused: (error instanceof Error ? error.message : "unknown").slice(0, DETAIL_MAX) };
  } finally {
    dropCryptoErrors();
  }
};

/** The one place that knows SimpleWebAuthn. */
export const createPasskeyVerifier = (): PasskeyVerifier => ({
  async creationOptions({ site, user, challenge, timeoutMs, excluded }) {
    const { generateRegistrationOptions } = await library();
    const { pubKeyCredParams } = await generateRegistrationOptions({
      rpName: site.name,
      rpID: site.rpId,
      userName: user.name,
    });
    return {
      rp: { id: site.rpId, name: site.name },
      user: { ...user, id: Buffer.from(user.id).toString("base64url") },
      challenge,
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: "public-key" as const })),
      timeout: timeoutMs,
      attestation: "none",
      excludeCredentials: excluded.map(({ id, transports }) => ({
        id,
        type: "public-key" as const,
        transports: [...transports],
      })),
      // Found without an address: it is used as the only step of a login.
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        // So that it can confirm what matters; a login takes it without.
        userVerification: "required",
      },
    } satisfies PasskeyCreation;
  },
  checkCreation: ({ site, challenge, response }) =>
    orRefused(async () => {
      const { decodeAttestationObject, verifyRegistrationResponse } = await library();
      const statement = decodeAttestationObject(bytesOf(response.response.attestationObject));
      // Nobody was asked for certificates, and looking one up asks whatever address it names.
      if (statement.get("attStmt").get("x5c") !== undefined)
        return { refused: "It has a certificate, which was not asked for." };
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
      });
      if (!verified) return { refused: "Its own signature is not right." };
      const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
      if (credential.id !== response.id) return { refused: "It says two ids." };
      return {
        id: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: [...new Set((response.response.transports ?? []).filter(isTransport))],
        isSyncable: credentialDeviceType === "multiDevice",
        isBackedUp: credentialBackedUp,
      };
    }),
  checkSignature: ({ site, challenge, response, passkey, isUserVerificationRequired }) =>
    orRefused(async () => {
      const { verifyAuthenticationResponse } = await library();
      const { id, publicKey, transports } = passkey;
      const { userHandle, ...signed } = response.response;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...response,
          response: { ...signed, userHandle: userHandle ?? undefined },
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        // Whether a counter goes back is judged where it is written.
        credential: { id, publicKey: new Uint8Array(publicKey), counter: 0, transports },
        requireUserVerification: isUserVerificationRequired,
      });
      if (!verified) return { refused: "The signature is not right." };
      const { newCounter, userVerified, credentialBackedUp } = authenticationInfo;
      return {
        counter: newCounter,
        isUserVerified: userVerified,
        isBackedUp: credentialBackedUp,
      };
    }),
});
