import { expect, test } from "bun:test";
import { decrypt, encrypt } from "#server/auth/secrets.ts";

const KEY = "11".repeat(32);
const SECRET = "JBSWY3DPEHPK3PXP";

test("what is encrypted is read with its key, by whom it belongs to, unchanged, and by nobody else", () => {
  const sealed = encrypt(KEY, SECRET, "ada");
  expect(decrypt(KEY, sealed, "ada")).toBe(SECRET);
  expect(decrypt("22".repeat(32), sealed, "ada")).toBeNull();
  expect(decrypt(KEY, sealed, "eve")).toBeNull();
  const bytes = Buffer.from(sealed, "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(decrypt(KEY, changed.toString("base64url"), "ada")).toBeNull();
  }
  expect(decrypt(KEY, sealed.slice(0, 20), "ada")).toBeNull();
  expect(decrypt(KEY, "", "ada")).toBeNull();
});

test("the same text is never encrypted alike", () => {
  const all = Array.from({ length: 50 }, () => encrypt(KEY, SECRET, "ada"));
  expect(new Set(all).size).toBe(50);
});
