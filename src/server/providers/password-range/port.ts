/**
 * Whether a password is in data that was stolen from other sites. Whoever is asked learns five of the forty digits of
 * its SHA-1, which hundreds of thousands of passwords share. False where nobody answers in time.
 */
export type PasswordRange = (password: string) => Promise<boolean>;
