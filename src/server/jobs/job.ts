/** Something that is done again and again beside the requests. */
export type Job = {
  /** Names its lease and its log lines. */
  name: string;
  /** From one start to the next. A run that takes longer delays the next; two never overlap. */
  everyMs: number;
  /** Up to this much is added to `everyMs`, so that not everything happens at once. */
  jitterMs?: number;
  /** True: of all instances, one runs it. False: every instance runs it for itself. */
  leased: boolean;
  /**
   * True: it tells somebody outside the site something, or removes files that are not in the database. A restored
   * copy that is only looked at leaves it out.
   */
  reachesOutside?: true;
  /** @param signal asks to stop soon: the program ends, or another instance took over. */
  run(signal: AbortSignal): Promise<void>;
};
