export { creditKeptVotes } from "./credit-kept-votes.ts";
export { forgetKeptVotes } from "./forget-kept-votes.ts";
export { keepVote } from "./keep-vote.ts";
export { type CastVote, placeOf, voteEntryOf } from "./vote-entry.ts";
