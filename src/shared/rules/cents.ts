/** A price as Tebex writes it, such as 4.99, in hundredths, in which sums stay exact. */
export const toCents = (amount: number): number => Math.round(amount * 100);
