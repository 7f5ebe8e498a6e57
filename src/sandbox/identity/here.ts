/** True of an http(s) address on this machine: the site, wherever it runs here. */
export const isHere = (address: string): boolean => {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return false;
  return (
    ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname) ||
    url.hostname.endsWith(".localhost")
  );
};
