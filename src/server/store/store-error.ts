/** What the owner of the site can do something about. The message says what, in plain words. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
