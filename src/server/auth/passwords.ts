import { LENGTHS } from "#shared/constants/accounts.ts";

/** What OWASP names as the least for argon2id: 19 MiB, two passes, one lane. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Of a random password that nobody knows: whoever is unknown costs as much time as a member. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$B11zJEp6X0/NttZCLkaWVrlZaHeD8BfSACurcz99klA$1tkdvPOlQrpgXpQd0wPOmy64BoGH+gJBBpK5S2dZppo";

/** Keyboards differ in how they compose a letter. */
const composed = (password: string) => password.normalize("NFC");

/**
 * @returns the argon2id hash to store, with its salt and its cost. Takes some 20 ms: never inside
 *   `store.write`.
 * @throws {RangeError} beyond 128 characters, which the schemas refuse before.
 */
export const hashPassword = async (password: string): Promise<string> => {
  if (password.length > LENGTHS.password) throw new RangeError("The password is too long.");
  return Bun.password.hash(composed(password), COST);
};

/** Does a password belong to a hash? */
type Verifier = (password: string, hash: string) => Promise<boolean>;
const verifyWithBun: Verifier = (password, hash) => Bun.password.verify(password, hash);

/**
 * Compares a password with a stored hash. It costs one verification, whether there is an account or
 * not, so that the time tells nobody who has one. Never inside `store.write`.
 * @param hash null where there is no such account, or none with a password.
 */
export const verifyPassword = async (
  password: string,
  hash: string | null,
  verify: Verifier = verifyWithBun,
): Promise<boolean> => {
  if (password.length > LENGTHS.password) return false;
  const isSame = await verify(composed(password), hash ?? NOBODYS_HASH);
  return isSame && hash !== null;
};
