import { expect, test } from "bun:test";
import { chooseEncoding, type Encoding, isNotModified } from "#server/http/static.ts";

const all = ["br", "gzip", "identity"] as const;
const cases: [accept: string | null, available: readonly Encoding[], chosen: Encoding][] = [
  [null, all, "identity"],
  ["", all, "identity"],
  ["gzip, deflate, br, zstd", all, "br"],
  ["gzip, br", ["gzip", "identity"], "gzip"],
  ["gzip", all, "gzip"],
  ["br;q=0.2, gzip;q=0.8", all, "gzip"],
  ["br;q=0.5, gzip;q=0.5", all, "br"],
  ["br;q=0", all, "identity"],
  ["br;q=0, *", all, "gzip"],
  ["*;q=0.1, gzip", all, "gzip"],
  ["identity, br;q=0.5", all, "identity"],
  ["BR ; Q=1", all, "br"],
  ["gzip;q=nonsense, br;q=0.1", all, "br"],
  ["zstd", all, "identity"],
  ["identity;q=0, *;q=0", all, "identity"],
  ["br, gzip", ["identity"], "identity"],
];
for (const [accept, available, chosen] of cases)
  test(`Accept-Encoding ${JSON.stringify(accept)} of ${available.join(", ")} is ${chosen}`, () =>
    expect(chooseEncoding(accept, available)).toBe(chosen));

test("If-None-Match names one tag, several, a weak one, or any", () => {
  for (const header of ['"a"', '"b", "a"', 'W/"a"', "*"])
    expect(isNotModified(header, '"a"')).toBe(true);
  for (const header of [null, "", '"b"', "a", '"a-br"'])
    expect(isNotModified(header, '"a"')).toBe(false);
});
