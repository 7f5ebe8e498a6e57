import { EPIC_CROWD, MICROSOFT_CROWD, STEAM_CROWD } from "./game-personas.ts";
import { OFFERED_PERSONAS } from "./personas.ts";

type Listed = { key: string; about: string; id: string; name: string };

/** Strangers are somebody else every time, so they have no id to tell. */
const personaJson = ({ key, about, id, name }: Listed): Listed => ({
  key,
  about,
  id: key === "stranger" ? "" : id,
  name: key === "stranger" ? "A Stranger" : name,
});

/** What `GET /personas` tells: who exists, by provider. */
export const listPersonas = (): Readonly<
  Record<"discord" | "steam" | "epic" | "microsoft", readonly Listed[]>
> => ({
  discord: OFFERED_PERSONAS.map(({ key, about, id, username, globalName }) => ({
    key,
    about,
    id,
    name: globalName ?? username,
  })),
  steam: STEAM_CROWD.offered.map(personaJson),
  epic: EPIC_CROWD.offered.map((one) => personaJson({ ...one, name: one.name ?? "" })),
  // By the Minecraft profile, for those who have one.
  microsoft: MICROSOFT_CROWD.offered.map(({ key, about, profile }) =>
    personaJson({ key, about, id: profile?.id ?? "", name: profile?.name ?? "" }),
  ),
});
