import { useState } from "react";
import { useFeedEvent } from "#client/lib/feed/use-feed-event.ts";
import { createPace } from "#client/lib/pace.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";

/**
 * Keeps the list of members in step with what happens to those it shows: points, role, links, state.
 * @param isNarrowed then anybody may come to match, whoever is shown.
 */
export const useUsersLive = (users: readonly AdminUser[] | undefined, isNarrowed: boolean) => {
  const { administration } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  useFeedEvent((event) => {
    const isAbout =
      event.type === "hello" ||
      event.type === "resync" ||
      (event.type === "member.changed" &&
        (isNarrowed || users?.some(({ id }) => id === event.userId)));
    if (isAbout) void pace("users", () => administration.users.invalidate());
  });
};
