import { expect } from "bun:test";
import type { BrowserContext, Page } from "@playwright/test";
import type { PushBrowser } from "#sandbox/push/push.ts";
import { NOTICE_SETTINGS, PUSH, PUSH_SETTINGS } from "#shared/notification-messages.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { openTicket, say } from "#tests/support/rest-calls.ts";
import { site } from "#tests/support/site.ts";

const SETTINGS = "/member/accountsettings?tab=Notifications";

/**
 * A headless browser grants no notifications and knows no push service: what it would give is the imitated one's, with
 * real keys.
 */
const grantPush = (page: Page, browser: PushBrowser) =>
  page.addInitScript(({ endpoint, keys }) => {
    let isSubscribed = sessionStorage.getItem("subscribed") !== null;
    const subscription = {
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        isSubscribed = false;
        return true;
      },
    } as unknown as PushSubscription;
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.subscribe = async (options) => {
      if (options?.userVisibleOnly !== true) throw new Error("It would not be shown.");
      isSubscribed = true;
      sessionStorage.setItem("subscribed", "yes");
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => (isSubscribed ? subscription : null);
  }, browser);

/** Hands the service worker what its push service would hand it. */
const deliverTo = async (context: BrowserContext, page: Page) => {
  const cdp = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { registrationId } of registrations) registered.resolve(registrationId);
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered.promise;
  const { origin } = new URL(page.url());
  return (data: string) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
};

type Shown = { title: string; options: NotificationOptions };

long(
  "[PUSH-01, PUSH-08, PUSH-10] a phone is added, told of an answer by push and led to it, and removed; every choice is kept",
  async () => {
    const member = await join();
    const { sandbox } = await site();
    const browser = sandbox.push.subscribe(new URL(sandbox.url).host);
    const { page, context } = await openMemberPage(member, "phone", {
      serviceWorkers: "allow",
    });
    await grantPush(page, browser);
    await page.goto(SETTINGS);
    await page.getByRole("button", { name: PUSH_SETTINGS.add }).click();
    const list = page.getByRole("list", { name: PUSH_SETTINGS.list });
    await see(list).toContainText(PUSH_SETTINGS.thisBrowser);

    const mail = page.getByRole("checkbox", { name: NOTICE_SETTINGS.choice("points", "mail") });
    await mail.click();
    await see(mail).toBeChecked();
    await page.getByRole("checkbox", { name: NOTICE_SETTINGS.quiet.switch }).click();
    await see(page.getByLabel(NOTICE_SETTINGS.quiet.from)).toHaveValue("22:00");
    await page.getByLabel(NOTICE_SETTINGS.quiet.zone).selectOption({ index: 1 });
    const saves = (what: string) =>
      page.waitForResponse(
        (response) =>
          response.url().includes("preferences.save") &&
          (response.request().postData() ?? "").includes(what),
      );
    await Promise.all([
      saves('"untilMinute":390'),
      page.getByLabel(NOTICE_SETTINGS.quiet.until).fill("06:30"),
    ]);
    await Promise.all([
      saves('"digestHour":18'),
      page.getByLabel(NOTICE_SETTINGS.digest.label).selectOption("18"),
    ]);
    await lookAt(page, "notification-settings", "phone");
    await page.reload();
    await see(mail).toBeChecked();
    await see(page.getByLabel(NOTICE_SETTINGS.quiet.until)).toHaveValue("06:30");
    await see(page.getByLabel(NOTICE_SETTINGS.digest.label)).toHaveValue("18");
    // Nothing is quiet any more.
    await page.getByRole("checkbox", { name: NOTICE_SETTINGS.quiet.switch }).click();
    await see(page.getByLabel(NOTICE_SETTINGS.quiet.until)).toBeHidden();

    await page.getByRole("button", { name: PUSH_SETTINGS.test }).click();
    await see(page.getByText(PUSH.testQueued)).toBeVisible();
    const arrived = () =>
      sandbox.push.arrived().filter(({ id }) => browser.endpoint.endsWith(`/${id}`));
    await see.poll(() => arrived().length, { timeout: 30_000 }).toBe(1);

    const ticketId = await openTicket(member);
    await say(sampleMember("admin"), ticketId, "Words that nobody else may see");
    // The admin's answer, after what the test said.
    await see.poll(() => arrived().length, { timeout: 30_000 }).toBe(2);
    const text = arrived()[0]?.text ?? "";
    expect(text).toContain(`ticket #${ticketId}`);
    expect(text).not.toContain("Words");

    const [worker] = context.serviceWorkers();
    if (worker === undefined) throw new Error("There is no service worker.");
    await worker.evaluate(() => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        shown: unknown;
      };
      scope.registration.showNotification = async (title, options) => {
        scope.shown = { title, options };
      };
    });
    await (
      await deliverTo(context, page)
    )(text);
    const shown = () =>
      worker.evaluate(() => (globalThis as unknown as { shown?: Shown }).shown ?? null);
    await see.poll(shown).toMatchObject({
      title: "Lynxden",
      options: { tag: `ticket-${ticketId}`, data: { link: `/member/tickets/ticket/${ticketId}` } },
    });
    await worker.evaluate(() => {
      const { shown: notification } = globalThis as unknown as { shown: Shown };
      const pressed = new Event("notificationclick");
      const { data } = notification.options;
      dispatchEvent(
        Object.assign(pressed, { notification: { data, close: () => {} }, waitUntil: () => {} }),
      );
    });
    await see(page).toHaveURL(new RegExp(`/member/tickets/ticket/${ticketId}$`));
    await see(page.getByText("Words that nobody else may see")).toBeVisible();

    await page.goto(SETTINGS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await see(list).toContainText(PUSH_SETTINGS.pushed);
    await lookAt(page, "notification-settings", "desktop");
    await list.getByRole("button").last().click();
    await see(list).toBeHidden();
    await see(page.getByRole("button", { name: PUSH_SETTINGS.add })).toBeVisible();
  },
);
