/** Whose subscription this browser has is kept under it: on a shared one the next person must not get theirs. */
export const PUSH_OWNER_KEY = "pushOwner";
