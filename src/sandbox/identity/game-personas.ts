import { OFFERED_PERSONAS } from "./personas.ts";

/** A player of the sandbox's Steam. */
export type SteamPersona = {
  /** What `persona=` names. */
  key: string;
  /** What is special about this one, for whoever picks. */
  about: string;
  /** A SteamID64, beyond 2^53. */
  id: string;
  name: string;
  /** 40 hexadecimal digits; null where Steam tells of no picture. */
  avatar: string | null;
};

export type EpicPersona = {
  key: string;
  about: string;
  /** 32 hexadecimal digits. */
  id: string;
  /** Null for an account that was made on a console. */
  name: string | null;
};

/** Somebody with a Microsoft account, and what becomes of them at Xbox and at Minecraft. */
export type MicrosoftPersona = {
  key: string;
  about: string;
  /** What XSTS has against them; null for nothing. */
  xErr: number | null;
  /** Null for somebody without Minecraft: Java Edition. */
  profile: { id: string; name: string; skin: string | null } | null;
};

const hex = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toHex();

export const STEAM_PERSONAS: readonly SteamPersona[] = [
  {
    key: "ada",
    about: "An ordinary account.",
    id: "76561198000104201",
    name: "Ada Frost",
    avatar: "5f2c1c7a9be04d53a1d7c2f0a3b4e6115f2c1c7a",
  },
  {
    key: "kit",
    about: "Another ordinary account.",
    id: "76561198000104203",
    name: "Kit",
    avatar: "0be1d7c2f0a3b4e6115f2c1c7a9be04d0be1d7c2",
  },
  {
    key: "plain",
    about: "No picture.",
    id: "76561198000104205",
    name: "plainwalker",
    avatar: null,
  },
  {
    key: "taken",
    about: "An account that a member of the site has linked already.",
    id: "76561198000104211",
    name: "MorganVale",
    avatar: "c2f0a3b4e6115f2c1c7a9be04d0be1d7c2f0a3b4",
  },
  {
    key: "unicode",
    about: "A name of fancy letters and a character that turns the text around.",
    id: "76561198000104213",
    name: "𝓛𝔂𝓷𝔁 🐾 \u202eżółw",
    avatar: "b4e6115f2c1c7a9be04d53a1d7c2f0a3b4e6115f",
  },
  {
    key: "unseen",
    about: "A name of nothing that can be seen.",
    id: "76561198000104215",
    name: "\u200b\u2060\u3164",
    avatar: "4d53a1d7c2f0a3b4e6115f2c1c7a9be04d53a1d7",
  },
  {
    key: "faceless",
    about: "Another without a picture.",
    id: "76561198000104217",
    name: "facelesswalker",
    avatar: null,
  },
  {
    key: "rook",
    about: "Buys in the shop.",
    id: "76561198000104219",
    name: "Rook",
    avatar: "115f2c1c7a9be04d53a1d7c2f0a3b4e6115f2c1c",
  },
];

export const EPIC_PERSONAS: readonly EpicPersona[] = [
  {
    key: "ada",
    about: "An ordinary account.",
    id: "5f2c1c7a9be04d53a1d7c2f0a3b4e601",
    name: "AdaFrost",
  },
  {
    key: "kit",
    about: "Another ordinary account.",
    id: "5f2c1c7a9be04d53a1d7c2f0a3b4e603",
    name: "Kit of the Den",
  },
  {
    key: "unnamed",
    about: "An account from a console, which has no name.",
    id: "5f2c1c7a9be04d53a1d7c2f0a3b4e605",
    name: null,
  },
  {
    key: "taken",
    about: "An account that a member of the site has linked already.",
    id: "5f2c1c7a9be04d53a1d7c2f0a3b4e607",
    name: "IvyThornfield",
  },
];

const player = (id: string, name: string, skin: string | null) => ({ id, name, skin });
const refused = (key: string, about: string, xErr: number): MicrosoftPersona => ({
  key,
  about,
  xErr,
  profile: null,
});

export const MICROSOFT_PERSONAS: readonly MicrosoftPersona[] = [
  {
    key: "ada",
    about: "Plays Minecraft: Java Edition.",
    xErr: null,
    profile: player(
      "069a79f444e94726a5befca90e38aa01",
      "AdaFrost",
      "a0be1d7c2f0a3b4e6115f2c1c7a9be04d",
    ),
  },
  {
    key: "kit",
    about: "Plays it, too, without a skin.",
    xErr: null,
    profile: player("069a79f444e94726a5befca90e38aa03", "Kit_of_the_Den", null),
  },
  {
    key: "taken",
    about: "A player whom a member of the site has linked already.",
    xErr: null,
    profile: player(
      "069a79f444e94726a5befca90e38aa07",
      "IvyThorn",
      "c2f0a3b4e6115f2c1c7a9be04d0be1d7",
    ),
  },
  { key: "nojava", about: "No Java profile.", xErr: null, profile: null },
  refused("child", "A child account that no adult has added to a family.", 2148916238),
  refused("noxbox", "Never signed in to Xbox.", 2148916233),
  refused("terms", "Has not accepted Xbox's terms.", 2148916234),
  refused("region", "Lives where there is no Xbox.", 2148916235),
  refused("age", "Has not proven to be an adult.", 2148916236),
  refused("playtime", "Has used up the playing time that is allowed.", 2148916237),
  refused("guardian", "Restricted by a guardian.", 2148916229),
  refused("banned", "Banned from Xbox.", 2148916227),
  refused("odd", "Refused for a reason that nobody has heard of.", 2148916999),
];

const STRANGER = { key: "stranger", about: "Somebody new every time." } as const;

/** A SteamID64 of a public account, at random. */
const newSteamId = (): string => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `765611981${String(random % 100_000_000).padStart(8, "0")}`;
};

const newSteam = (): SteamPersona => {
  const id = newSteamId();
  return { ...STRANGER, id, name: `Stranger ${id.slice(-4)}`, avatar: null };
};
const newEpic = (): EpicPersona => {
  const id = hex(16);
  return { ...STRANGER, id, name: `Stranger ${id.slice(-4)}` };
};
const newMicrosoft = (): MicrosoftPersona => {
  const id = hex(16);
  return { ...STRANGER, xErr: null, profile: player(id, `Stranger_${id.slice(-4)}`, null) };
};

/** Who exists on a platform, and somebody whom nobody has met yet, another one of each consent. */
const crowd = <P extends { key: string }>(known: readonly P[], meet: () => P) => ({
  /** Everybody whom the consent page offers. */
  offered: [...known, meet()] as readonly P[],
  /** Who it is that consents under a key. */
  personaOf: (key: string): P | undefined =>
    key === STRANGER.key ? meet() : known.find((one) => one.key === key),
});

export const STEAM_CROWD = crowd(STEAM_PERSONAS, newSteam);
export const EPIC_CROWD = crowd(EPIC_PERSONAS, newEpic);
export const MICROSOFT_CROWD = crowd(MICROSOFT_PERSONAS, newMicrosoft);

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
