/** The frame of the member area with what most people come for, in one script. */

export * from "#client/features/members/screens.tsx";
export * from "#client/features/tickets/screens.tsx";
