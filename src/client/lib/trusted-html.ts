import type { TRUSTED_TYPES } from "#shared/rules/package-html.ts";

/** The part of Trusted Types that is used here; browsers without them have none of it. */
type Factory = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): TrustedHTML };
};

/**
 * Makes markup of texts that the server has made harmless, by a policy that pages allow by its name.
 * @param createHTML what becomes of a text before it is markup.
 */
export const htmlPolicy = (
  name: (typeof TRUSTED_TYPES)[keyof typeof TRUSTED_TYPES],
  createHTML: (text: string) => string,
): ((text: string) => TrustedHTML) => {
  const make = () => {
    const { trustedTypes } = window as { trustedTypes?: Factory };
    const rules = { createHTML };
    return trustedTypes?.createPolicy(name, rules) ?? rules;
  };
  let policy: ReturnType<typeof make> | undefined;
  return (text) => (policy ??= make()).createHTML(text);
};
