import { expect, test } from "bun:test";
import { createEmitter } from "#client/lib/emitter.ts";

test("an emitter calls whoever listens, in their order, and returns what they say", () => {
  const emitter = createEmitter<number, string>();
  const leave = emitter.subscribe((event) => `a${event}`);
  emitter.subscribe((event) => `b${event}`);
  expect(emitter.emit(1)).toEqual(["a1", "b1"]);
  leave();
  expect(emitter.emit(2)).toEqual(["b2"]);
});

test("a listener that ends itself is called once, and the others still are", () => {
  const emitter = createEmitter();
  const calls: string[] = [];
  const leave = emitter.subscribe(() => {
    calls.push("once");
    leave();
  });
  const leaveOther = emitter.subscribe(() => void calls.push("always"));
  emitter.emit();
  emitter.emit();
  expect(calls).toEqual(["once", "always", "always"]);
  expect(emitter.isEmpty()).toBe(false);
  leaveOther();
  expect(emitter.isEmpty()).toBe(true);
});
