import { expect, test } from "bun:test";
import { toReading } from "#server/providers/game-query/endpoint.ts";
import { cleanLine } from "#server/providers/received-text.ts";

test.each([
  ["control characters", "a\u0000b\u001b[31mc\u0085d", "a b [31mc d"],
  ["line breaks", "one\r\n two\u2028three", "one two three"],
  ["bidirectional overrides", "\u202egnp.exe\u2066x\u2069\u200f", "gnp.exex"],
  ["invisible characters", "a\u200b\u2060\ufeff\u00adb", "ab"],
  ["half of a surrogate pair", "a\ud83d", "a\ufffd"],
])("%s are taken out", (_, raw, clean) => {
  expect(cleanLine(raw, 120)).toBe(clean);
});

test("joined emoji and letters of any script stay", () => {
  const name = "👨‍👩‍👧 Łynx 山猫 می‌خواهم";
  expect(cleanLine(name, 120)).toBe(name.normalize("NFC"));
});

test("a line is cut between characters, never within one", () => {
  expect(cleanLine("ab😀", 3)).toBe("ab");
  expect(cleanLine("ab😀", 4)).toBe("ab😀");
  expect(cleanLine("ab  ", 3)).toBe("ab");
});

test.each([
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 1_000_000],
  [-1, 0],
  [3.99, 3],
  [70, 70],
])("%d players count as %d", (raw, players) => {
  const reading = toReading({ serverName: "Den", version: "1", players: raw, maxPlayers: raw });
  expect(reading).toMatchObject({ players, maxPlayers: players });
});
