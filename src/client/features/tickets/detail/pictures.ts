/** So many pictures of one message are shown. */
const PICTURES_MAX = 12;

const listIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

const addressOf = (entry: unknown, hosts: readonly string[]): string | null => {
  const url = typeof entry === "string" ? URL.parse(entry) : null;
  if (url === null || url.protocol !== "https:" || !hosts.includes(url.host)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
};

/**
 * The pictures of a message that may be shown: https addresses of configured hosts, each once.
 * @param imgUrlsJson a list of addresses, or a string that holds one as JSON [MSG-05].
 */
export const picturesOf = (imgUrlsJson: unknown, hosts: readonly string[]): string[] => {
  const addresses = listIn(imgUrlsJson).map((entry) => addressOf(entry, hosts));
  return [...new Set(addresses.filter((address) => address !== null))].slice(0, PICTURES_MAX);
};
