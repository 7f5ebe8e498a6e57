/** Where backups lie. Every failure is a {@link BackupPlaceFailure}. */
export type BackupPlace = {
  /**
   * Puts a file there under a name: whole, or not at all.
   * @returns its size there, in bytes.
   */
  put(name: string, file: string): Promise<number>;
  /** The names of what lies there, of others too. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Copies what lies there under a name into a new file of this machine, that nobody else can read. */
  fetch(name: string, file: string): Promise<void>;
};

/** The place cannot be used. The message says why, and what to do. */
export class BackupPlaceFailure extends Error {
  override readonly name = "BackupPlaceFailure";
}
