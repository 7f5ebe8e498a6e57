const PATIENCE_MS = 60_000;
const LOOK_MS = 5;

/**
 * Waits for what the world outside the test brings about: a socket that closes, a process that
 * starts. For time itself there is the movable clock.
 * @throws when it does not come true.
 */
export const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadlineMs) throw new Error("It did not come true.");
    await Bun.sleep(LOOK_MS);
  }
};
