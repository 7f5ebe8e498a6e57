import type { Config } from "#server/config/config.ts";
import type { Ctx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { REFUSED_PASSWORDS } from "#shared/account-messages.ts";
import { passwordWords } from "#shared/rules/account-fields.ts";

/** Of a name or an address that a password must not be made of, in letters. */
const OWN_MIN = 4;
/** A password that has so many characters besides a name is not made of it. */
const BESIDES_MIN = 4;
/** Words of fewer different characters, such as `aaaaaaa`, are tried by counting. */
const DIFFERENT_MIN = 3;

/** Whose password it is to be, as far as that is known. */
export type PasswordOwner = {
  email?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  /** The one that it replaces, where that was said. */
  current?: string;
};

const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A word as passwords are compared, without what stands between its letters. */
const plainWords = (text: string): string[] =>
  passwordWords(text)
    .map(onlyLetters)
    .filter((word) => word.length >= OWN_MIN);

const isMadeOf = (password: readonly string[], texts: readonly (string | null | undefined)[]) => {
  const own = texts.flatMap((text) => plainWords(text ?? ""));
  return password.some((word) =>
    own.some((name) => word.includes(name) && word.length - name.length < BESIDES_MIN),
  );
};

/** Loaded by the first password that is set: few requests ask for it. */
const isCommon = async (words: readonly string[]): Promise<boolean> => {
  const { COMMON_WORDS } = await import("./common-passwords.ts");
  return words.some((word) => COMMON_WORDS.has(word) || new Set(word).size < DIFFERENT_MIN);
};

/**
 * Why a password that keeps the policy is refused all the same [SAFE-01]; null where it is not.
 * @param owner to whom it is to belong.
 */
export const refusedPassword = async (
  { community }: Pick<Config, "community">,
  password: string,
  { email, firstName, lastName, current }: PasswordOwner,
): Promise<string | null> => {
  if (password === current) return REFUSED_PASSWORDS.current;
  const words = passwordWords(password);
  const plain = words.map(onlyLetters);
  const mailbox = email?.slice(0, Math.max(0, email.lastIndexOf("@")));
  const whole = [firstName ?? "", lastName ?? ""];
  const names = [firstName, lastName, whole.join(""), whole.toReversed().join("")];
  if (isMadeOf(plain, [email, mailbox])) return REFUSED_PASSWORDS.address;
  if (isMadeOf(plain, names)) return REFUSED_PASSWORDS.name;
  if (isMadeOf(plain, [community.brand.name])) return REFUSED_PASSWORDS.community;
  return (await isCommon(words)) ? REFUSED_PASSWORDS.common : null;
};

type Checking = { config: Pick<Config, "community"> } & Pick<Ctx, "passwordRange">;

/**
 * Asked before a password is hashed; where the owner has switched that on, a list of stolen ones is asked last
 * [SAFE-12].
 * @throws {AppError} `bad_request` with the reason, for the field that holds the password.
 */
export const assertPasswordAllowed = async (
  { config, passwordRange }: Checking,
  { field, password, owner }: { field: string; password: string; owner: PasswordOwner },
): Promise<void> => {
  const problem = await refusedPassword(config, password, owner);
  if (problem !== null) throw wrongInput(problem, [field]);
  if (passwordRange !== null && (await passwordRange(password)))
    throw wrongInput(REFUSED_PASSWORDS.breached, [field]);
};
