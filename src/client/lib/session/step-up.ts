/** Asks the person to confirm that it is them. @returns null once they have, or else what to say. */
type Ask = () => Promise<string | null>;

let ask: Ask | null = null;
let underWay: Promise<string | null> | null = null;
let count = 0;

/** Says who asks: the application, which has a dialog for it. */
export const onStepUp = (given: Ask): void => {
  ask = given;
};

/** How often somebody has confirmed on this page: a refusal from before is simply tried again. */
export const confirmations = (): number => count;

/**
 * Has the person confirm that it is them: once for all who ask meanwhile.
 * @returns null once they have; else the sentence to show.
 * @throws where nobody can be asked.
 */
export const confirmIdentity = (): Promise<string | null> => {
  const asked = async () => {
    try {
      if (ask === null) throw new Error("Nobody asks.");
      const refusal = await ask();
      if (refusal === null) count += 1;
      return refusal;
    } finally {
      underWay = null;
    }
  };
  underWay ??= asked();
  return underWay;
};
