/** By what an account is found: addresses are compared without case [ACC-01]. */
export const emailKeyOf = (email: string): string => email.trim().normalize("NFC").toLowerCase();
