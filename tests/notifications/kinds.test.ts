import { expect, test } from "bun:test";
import {
  NOTIFICATION_KIND_SPECS,
  NOTIFICATION_KINDS,
  type NotificationKindSpec,
} from "#shared/constants/notifications.ts";
import { systemIn } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";

const WHOLE = {
  icon: "megaphone",
  leadsTo: null,
  isOnceUntilRead: false,
} as const satisfies NotificationKindSpec;

const without = <Part extends keyof typeof WHOLE>(part: Part): Omit<typeof WHOLE, Part> => {
  const { [part]: _part, ...rest } = WHOLE;
  return rest;
};

test("a kind of notification does not compile without one of its parts", () => {
  const incomplete: NotificationKindSpec[] = [
    // @ts-expect-error -- every kind has a picture
    without("icon"),
    // @ts-expect-error -- and says where it leads
    without("leadsTo"),
    // @ts-expect-error -- and whether a second one is written before the first is read
    without("isOnceUntilRead"),
  ];
  for (const spec of incomplete) expect(Object.keys(spec).length).toBe(2);
});

test("every kind is written, stored and read, and written twice where its record says so", async () => {
  const { store, clock, member } = await appWithPeople();
  for (const [index, kind] of NOTIFICATION_KINDS.entries()) {
    const ticketId = index + 1;
    const content = { userIds: [member.id], kind, subject: kind, message: "m", ticketId };
    const send = () => systemIn(store, clock).write((tx) => tx.notify(content));
    await send();
    const second = await send();
    expect({ kind, isOnce: second === null }).toEqual({
      kind,
      isOnce: NOTIFICATION_KIND_SPECS[kind].isOnceUntilRead,
    });
  }
  const { items } = await member.notifications.list.query({});
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(NOTIFICATION_KINDS));
});
