export { creditKeptVotes } from "./credit-kept.ts";
export { forgetKeptVotes, keepVote } from "./keep.ts";
export { type CastVote, placeOf, voteEntryOf, votePointsOf } from "./cast.ts";
