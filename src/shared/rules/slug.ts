/**
 * The last part of an address that follows from a title: "Ärger im Süden" is at `arger-im-suden`.
 * @returns "" for a title without letters for one.
 */
export const slugOf = (title: string, max: number): string =>
  title
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, max)
    .replaceAll(/^-|-$/g, "");
