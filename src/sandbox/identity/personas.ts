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
  persona({
    key: "bare",
    about: "Another with neither an avatar nor a display name.",
    id: "1182639400182374415",
    username: "barewanderer",
  }),
  persona({
    key: "veil",
    about: "Another whose consent cuts the window off from the one that opened it.",
    id: "1182639400182374417",
    username: "silentdoor",
    globalName: "Silent Door",
    avatar: "53a1d7c2f0a3b4e6115f2c1c7a9be04d",
    isIsolating: true,
  }),
  persona({
    key: "fancy",
    about: "Another name of fancy letters, as long as names get.",
    id: "1182639400182374419",
    username: "fancyfeather",
    globalName: "𝓕𝓪𝓷𝓬𝔂 𝓕𝓮𝓪𝓽𝓱𝓮𝓻 of the Northern Den 🪶",
    avatar: "a3b4e6115f2c1c7a9be04d53a1d7c2f0",
  }),
];

/** Somebody whom nobody has met yet; `personaOf` makes another one of each consent. */
const STRANGER = persona({
  key: "stranger",
  about: "Somebody new every time.",
  id: "1182639400182374413",
  username: "stranger",
  globalName: "A Stranger",
});

const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** A snowflake of this moment: milliseconds, then 22 bits, which are random here. */
const newSnowflake = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String((BigInt(Date.now() - DISCORD_EPOCH_MS) << 22n) | BigInt(random >>> 10));
};

/** Everybody whom the consent page offers. */
export const OFFERED_PERSONAS: readonly DiscordPersona[] = [...DISCORD_PERSONAS, STRANGER];

/** Who it is that consents under a key. */
export const personaOf = (key: string): DiscordPersona | undefined => {
  if (key !== STRANGER.key) return DISCORD_PERSONAS.find((one) => one.key === key);
  const id = newSnowflake();
  const number = id.slice(-4);
  return { ...STRANGER, id, username: `stranger${id}`, globalName: `Stranger ${number}` };
};

const sample = (
  given: Pick<DiscordPersona, "key" | "id" | "username" | "globalName" | "avatar">,
): DiscordPersona => ({ about: "Belongs to a sample account.", isIsolating: false, ...given });

/**
 * Who owns the accounts of the sample data. Their pictures are served, but nobody can consent as one
 * of them.
 */
export const SAMPLE_PEOPLE = {
  rowan: sample({
    key: "rowan",
    id: "1182639400182374501",
    username: "rowan.ashe",
    globalName: "Rowan Ashe",
    avatar: "4d53a1d7c2f0a3b4e6115f2c1c7a9be0",
  }),
  juniper: sample({
    key: "juniper",
    id: "1182639400182374503",
    username: "juniperhale",
    globalName: "Juniper Hale",
    avatar: "d7c2f0a3b4e6115f2c1c7a9be04d53a1",
  }),
  sol: sample({
    key: "sol",
    id: "1182639400182374505",
    username: "solmarin",
    globalName: "Sol Marin",
    avatar: null,
  }),
  wren: sample({
    key: "wren",
    id: "1182639400182374507",
    username: "wren_tallow",
    globalName: "Wren",
    avatar: null,
  }),
  sage: sample({
    key: "sage",
    id: "1182639400182374531",
    username: "sage.winter",
    globalName: "Sage Winter",
    avatar: null,
  }),
  ivy: sample({
    key: "ivy",
    id: "1182639400182374509",
    username: "ivythorn",
    globalName: "Ivy Thornfield",
    avatar: "5e1b9c7744d0a2f36b8a90e1c3d57f21",
  }),
  bram: sample({
    key: "bram",
    id: "1182639400182374511",
    username: "bram.okonjo",
    globalName: "Bram",
    avatar: "a90e1c3d57f215e1b9c7744d0a2f36b8",
  }),
  tamsin: sample({
    key: "tamsin",
    id: "1182639400182374513",
    username: "tamsinreyes",
    globalName: "Tamsin Reyes",
    avatar: "0a2f36b8a90e1c3d57f215e1b9c7744d",
  }),
  oskar: sample({
    key: "oskar",
    id: "1182639400182374515",
    username: "oskar_lindqvist",
    globalName: "Oskar",
    avatar: null,
  }),
  pell: sample({
    key: "pell",
    id: "1182639400182374517",
    username: "pell.marchetti",
    globalName: "Pell Marchetti",
    avatar: "57f215e1b9c7744d0a2f36b8a90e1c3d",
  }),
  nadia: sample({
    key: "nadia",
    id: "1182639400182374519",
    username: "nadiakovar",
    globalName: "Nadia",
    avatar: "c7744d0a2f36b8a90e1c3d57f215e1b9",
  }),
  finch: sample({
    key: "finch",
    id: "1182639400182374521",
    username: "finch.delaney",
    globalName: "Finch",
    avatar: "1c3d57f215e1b9c7744d0a2f36b8a90e",
  }),
  hollis: sample({
    key: "hollis",
    id: "1182639400182374523",
    username: "hollis_umber",
    globalName: "Hollis Umber",
    avatar: "b9c7744d0a2f36b8a90e1c3d57f215e1",
  }),
  zoe: sample({
    key: "zoe",
    id: "1182639400182374525",
    username: "zoealbright",
    globalName: "Zoë Albright",
    avatar: "36b8a90e1c3d57f215e1b9c7744d0a2f",
  }),
  max: sample({
    key: "max",
    id: "1182639400182374527",
    username: "max.of.the.harbour",
    globalName: "Maximilian Featherstonehaugh",
    avatar: null,
  }),
} as const;
