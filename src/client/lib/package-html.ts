import { TRUSTED_TYPES } from "#shared/constants/trusted-types.ts";
import { onlyPlainTags } from "#shared/rules/package-html.ts";

/** The part of Trusted Types that is used here; browsers without them have none of it. */
type Factory = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): TrustedHTML };
};

const makePolicy = () => {
  const { trustedTypes } = window as { trustedTypes?: Factory };
  const rules = { createHTML: onlyPlainTags };
  return trustedTypes?.createPolicy(TRUSTED_TYPES.packageHtml, rules) ?? rules;
};

let policy: ReturnType<typeof makePolicy> | undefined;

/** Markup of what the shop says of a package: the only text that becomes markup on our pages. */
export const packageHtml = (html: string): TrustedHTML =>
  (policy ??= makePolicy()).createHTML(html);
