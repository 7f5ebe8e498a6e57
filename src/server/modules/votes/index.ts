export { creditKeptVotes } from "./credit-kept-votes.ts";
export { forgetKeptVotes, keepVote } from "./keep-vote.ts";
export { type CastVote, placeOf, voteEntryOf } from "./cast-vote.ts";
