/** Why a password is refused that keeps the policy. */
export const REFUSED_PASSWORDS = {
  common:
    "This password is one of those that are tried first, or is made of one. Choose something that only you would think of.",
  breached:
    "This password was found in data that was stolen from other sites. Choose one that you have used nowhere.",
  address: "Your password must not be made of your email address.",
  name: "Your password must not be made of your name.",
  community: "Your password must not be made of the name of this community.",
  current: "The new password is the one that you have now. Choose another one.",
} as const;

/** What is wrong with the fields by which people log in. */
export const LOGIN_FIELDS = {
  passwordTooShort: "Password must be at least 8 characters long.",
  passwordLacksUppercase: "Password must contain at least one uppercase letter.",
  passwordLacksSpecial: "Password must include a special character.",
  passwordHasSpaces: "Password must not contain spaces.",
  passwordTooLong: "Password must not be longer than 128 characters.",
  passwordsDiffer: "Passwords do not match!",
  emailRequired: "Email is required.",
  emailMalformed: "Please enter a valid email address.",
  enterEmail: "Please enter your email address.",
} as const;
