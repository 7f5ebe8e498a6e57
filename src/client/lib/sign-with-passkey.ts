import type { PasskeyRequest, SignedByPasskey } from "#shared/schemas/passkeys.ts";

/** Whether this browser can be asked for a passkey in the form in which the server asks. */
export const canSignWithPasskey = (): boolean =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  "toJSON" in PublicKeyCredential.prototype;

/**
 * Has the person sign with a passkey.
 * @throws what the browser throws, such as where they cancel or let the time run out.
 */
export const signWithPasskey = async (request: PasskeyRequest): Promise<SignedByPasskey> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request);
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error("That is no passkey.");
  // The server looks at every field of it.
  return credential.toJSON() as SignedByPasskey;
};
