import { describe, expect, test } from "bun:test";
import { parseStored, safeStorage } from "#client/lib/storage.ts";

const refuse = () => {
  throw new Error("denied");
};

describe("a storage of the browser", () => {
  test("that is denied keeps what was stored as long as the page is open", () => {
    const storage = safeStorage(refuse);
    expect(storage.getItem("key")).toBeNull();
    expect(storage.setItem("key", "text")).toBe(false);
    expect(storage.getItem("key")).toBe("text");
    storage.removeItem("key");
    expect(storage.getItem("key")).toBeNull();
  });

  test("that is full shows the new text, not the one it still holds", () => {
    let isFull = false;
    const kept = new Map([["key", "old"]]);
    const storage = safeStorage(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => {
        if (isFull) refuse();
        kept.set(key, text);
      },
      removeItem: (key) => void kept.delete(key),
    }));
    isFull = true;
    expect(storage.setItem("key", "new")).toBe(false);
    expect(storage.getItem("key")).toBe("new");
    isFull = false;
    expect(storage.setItem("key", "newer")).toBe(true);
    kept.set("key", "from another tab");
    expect(storage.getItem("key")).toBe("from another tab");
  });
});

test.each([
  [null, null],
  ["", null],
  ["{", null],
  ['{"a":1}', { a: 1 }],
])("%p, read from the storage, stands for %p", (text, value) => {
  expect(parseStored(text)).toEqual(value);
});
