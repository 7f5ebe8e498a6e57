/** How many calls the client may put into one request. */
export const TRPC_BATCH_MAX = 10;
