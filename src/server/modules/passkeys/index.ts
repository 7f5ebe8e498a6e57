export { forgetChallenges } from "./challenges.ts";
export { countPasskeysByHost, forgetPasskeys } from "./forget.ts";
export { rpIdOf } from "./site.ts";
export { assertPasskeyLeft, verifyPasskey } from "./verify.ts";
