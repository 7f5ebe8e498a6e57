import { expect, test } from "bun:test";
import { createAddressBook, type Lookup } from "#server/providers/game-query/endpoint.ts";

const clock = () => {
  let nowMs = 0;
  return { now: () => nowMs, advance: (ms: number) => (nowMs += ms) };
};
const v4 = (address: string) => [{ address, family: 4 }];
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "found",
    (error: { reason: string }) => error.reason,
  );

test("addresses are not looked up, names are, and IPv4 is preferred", async () => {
  const asked: string[] = [];
  const book = createAddressBook(async (host) => {
    asked.push(host);
    return [{ address: "2001:db8::7", family: 6 }, ...v4("203.0.113.7")];
  });
  expect(await book.find("192.0.2.1")).toEqual({ address: "192.0.2.1", family: 4 });
  expect(await book.find("2001:db8::1")).toEqual({ address: "2001:db8::1", family: 6 });
  expect(await book.find("den.example")).toEqual({ address: "203.0.113.7", family: 4 });
  expect(asked).toEqual(["den.example"]);
});

test("servers of one host share a lookup, for a minute", async () => {
  let lookups = 0;
  const { now, advance } = clock();
  const book = createAddressBook(async () => {
    lookups += 1;
    return v4(`203.0.113.${lookups}`);
  }, now);
  await Promise.all([book.find("den.example"), book.find("den.example")]);
  advance(59_000);
  expect((await book.find("den.example")).address).toBe("203.0.113.1");
  expect(lookups).toBe(1);
  advance(2000);
  await book.find("den.example");
  await Bun.sleep(0);
  expect((await book.find("den.example")).address).toBe("203.0.113.2");
  expect(lookups).toBe(2);
});

test("a name server that fails, or hangs, leaves known addresses as they are", async () => {
  const answers: ReturnType<Lookup>[] = [
    Promise.resolve(v4("203.0.113.1")),
    Promise.reject(new Error("SERVFAIL")),
    new Promise(() => {}),
  ];
  answers[1]?.catch(() => {});
  const { now, advance } = clock();
  const book = createAddressBook(() => answers.shift() ?? Promise.resolve([]), now);
  for (let round = 0; round < 4; round += 1) {
    expect((await book.find("den.example")).address).toBe("203.0.113.1");
    advance(61_000);
    await Bun.sleep(0);
  }
});

test("an unknown name is no answer, and is looked up again the next time", async () => {
  const answers = [Promise.resolve([]), Promise.resolve(v4("203.0.113.1"))];
  const book = createAddressBook(() => answers.shift() ?? Promise.resolve([]));
  expect(await reasonOf(book.find("den.example"))).toBe("unresolved");
  expect(await reasonOf(book.find("den.example"))).toBe("found");
});
