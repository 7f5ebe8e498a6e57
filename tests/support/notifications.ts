import type { Page } from "@playwright/test";
import type { Notification } from "#shared/schemas/notifications.ts";
import { see } from "./browser.ts";
import { join, type Member } from "./members.ts";
import { ask } from "./rest-calls.ts";

export const bell = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /^Notifications(, |$)/ });
/** The bell and the title say how many are unread. */
export const seeUnread = async (page: Page, count: number) => {
  const name = count === 0 ? "Notifications" : `Notifications, ${count} unread`;
  await see(bell(page)).toHaveAccessibleName(name);
  await see(page).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `));
};

/** The server knows how many somebody has not read: a browser shows it before it is told. */
export const seeKeptUnread = (member: Member, count: number) =>
  see
    .poll(async () => {
      const received = await ask<Notification[]>(member, "GET", "Notification");
      return received.filter(({ isRead }) => !isRead).length;
    })
    .toBe(count);

/** Somebody new, who has read what newcomers are told. */
export const joinAndRead = async (): Promise<Member> => {
  const member = await join();
  const received = await ask<Notification[]>(member, "GET", "Notification");
  for (const { id, isRead } of received)
    if (!isRead) await ask(member, "PUT", "Notification/read", { notificationId: id });
  return member;
};
