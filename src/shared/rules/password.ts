import { MESSAGES } from "#shared/messages.ts";

/**
 * The password policy, in its order (public §5).
 * @returns the sentence of the first rule that is broken, or null.
 */
export const passwordProblem = (password: string): string | null => {
  const composed = password.normalize("NFC");
  if (!/^.{8}/su.test(composed)) return MESSAGES.passwordTooShort;
  if (!/\p{Lu}/u.test(composed)) return MESSAGES.passwordLacksUppercase;
  if (!/[^\p{L}\p{N}]/u.test(composed)) return MESSAGES.passwordLacksSpecial;
  return /\s/u.test(composed) ? MESSAGES.passwordHasSpaces : null;
};
