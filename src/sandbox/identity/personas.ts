/** A person of the sandbox's Discord, as its profile is told over the wire. */
export type DiscordPersona = {
  /** What `persona=` names. */
  key: string;
  /** What is special about this one, for whoever picks. */
  about: string;
  /** A snowflake beyond 2^53: whoever makes a number of it is found out. */
  id: string;
  username: string;
  globalName: string | null;
  avatar: string | null;
  /** Sends `Cross-Origin-Opener-Policy: same-origin`, which cuts the popup off from its opener. */
  isIsolating: boolean;
};

const persona = (
  given: Pick<DiscordPersona, "key" | "about" | "id" | "username"> & Partial<DiscordPersona>,
): DiscordPersona => ({
  globalName: null,
  avatar: null,
  isIsolating: false,
  ...given,
});

/** The people who exist on the sandbox's Discord. */
export const DISCORD_PERSONAS: readonly DiscordPersona[] = [
  persona({
    key: "ada",
    about: "An ordinary account.",
    id: "1182639400182374401",
    username: "adafrost",
    globalName: "Ada Frost",
    avatar: "5f2c1c7a9be04d53a1d7c2f0a3b4e611",
  }),
  persona({
    key: "kit",
    about: "Another ordinary account, with a moving avatar.",
    id: "1182639400182374403",
    username: "kit.of.the.den",
    globalName: "Kit",
    avatar: "a_0be1d7c2f0a3b4e6115f2c1c7a9be04d",
  }),
  persona({
    key: "plain",
    about: "Neither an avatar nor a display name.",
    id: "1182639400182374405",
    username: "plainwalker",
  }),
  persona({
    key: "taken",
    about: "An account that a member of the site has linked already.",
    id: "1182639400182374407",
    username: "morgan_vale",
    globalName: "Morgan Vale",
    avatar: "c2f0a3b4e6115f2c1c7a9be04d0be1d7",
  }),
  persona({
    key: "coop",
    about: "Its consent cuts the window off from the one that opened it.",
    id: "1182639400182374409",
    username: "lonewindow",
    globalName: "Lone Window",
    avatar: "9be04d53a1d7c2f0a3b4e6115f2c1c7a",
    isIsolating: true,
  }),
  persona({
    key: "unicode",
    about:
      "A name of fancy letters, emoji, a line break and a character that turns the text around.",
    id: "1182639400182374411",
    username: "lynxowitz",
    globalName: "𝓛𝔂𝓷𝔁 🐾 Ñandú\u0000\n\u202eżółw",
    avatar: "b4e6115f2c1c7a9be04d53a1d7c2f0a3",
  }),
];

/** What `GET /personas` tells: who exists, by provider. */
export const listPersonas = () => ({
  discord: DISCORD_PERSONAS.map(({ key, about, id, username, globalName }) => ({
    key,
    about,
    id,
    name: globalName ?? username,
  })),
  steam: [],
  epic: [],
  microsoft: [],
});
