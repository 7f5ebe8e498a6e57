/** What one question to a provider has shown. */
export type ProbeAnswer = {
  /** Null where it answered. In a word of ours: nothing that came from outside. */
  failure: "status" | "timeout" | "unreachable" | null;
  /** How far this machine's clock is ahead of the answer's date, in milliseconds; null where it has none. */
  aheadMs: number | null;
};

/** Asks whether anybody answers at an address, whatever the answer is. Never throws. */
export type Probe = (address: string) => Promise<ProbeAnswer>;
