import { expect } from "bun:test";
import { STEP_UP } from "#shared/account-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { seeToast, USERS } from "#tests/support/admin-users.ts";
import { lookAt, see } from "#tests/support/browser.ts";
import { long, onScreens } from "#tests/support/long.ts";
import { join, openMemberPage, sampleMember } from "#tests/support/members.ts";
import { idOf } from "#tests/support/rest-calls.ts";
import { letTimePass } from "#tests/support/time-passed.ts";

for (const screen of onScreens("desktop", "phone"))
  long(
    `[STEP-04] an Admin's edit of many points is interrupted, and goes on as it was, on ${screen}`,
    async () => {
      const id = await idOf(await join());
      const admin = sampleMember("admin");
      const { page, expectNoise } = await openMemberPage(admin, screen);
      // The browser tells of what is refused.
      expectNoise(/403/);
      expectNoise(/400/);
      await page.goto(`${USERS}/${id}`);
      await letTimePass();
      await page.getByRole("button", { name: "Change Points" }).click();
      const form = page.getByRole("alertdialog", { name: /points/i });
      await form.getByLabel("Points", { exact: true }).fill("12000");
      await form.getByLabel("Reason").fill("A prize");
      const send = form.getByRole("button", { name: /12,000/ });
      await send.click();

      const asked = page.getByRole("alertdialog", { name: STEP_UP.title });
      const password = asked.getByLabel(STEP_UP.password);
      await see(password).toBeFocused();
      await lookAt(page, "step-up", screen);
      // Whoever would rather not is back where they were, and nothing is lost.
      await page.keyboard.press("Escape");
      await see(asked).toBeHidden();
      await see(form).toContainText(STEP_UP.cancelled);
      await see(form.getByLabel("Reason")).toHaveValue("A prize");

      await send.click();
      await password.fill("Wrong!2026");
      await page.keyboard.press("Enter");
      await see(asked).toContainText("Current password is incorrect.");
      await password.fill(admin.password);
      await page.keyboard.press("Enter");
      await see(asked).toBeHidden();
      await seeToast(page, POINTS.updated);
      expect(await page.getByRole("alertdialog").count()).toBe(0);
    },
  );
