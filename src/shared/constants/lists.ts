/** Lists of our own client come in pages of so many. */
export const PAGE_SIZE = 25;
/** A thread opens with so many of its newest messages. */
export const THREAD_PAGE_SIZE = 50;
/** The largest page that anybody may ask for, and what REST gives unless asked [API-04]. */
export const PAGE_SIZE_MAX = 200;
/** Badges count to 99+: nobody counts further than this. */
export const COUNT_MAX = 100;

/** How many calls the client may put into one request. */
export const TRPC_BATCH_MAX = 10;
