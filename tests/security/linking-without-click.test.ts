import { expect, test } from "bun:test";
import { linkingWorld } from "#tests/support/linking.ts";

const OPENED_BY: Readonly<Record<string, boolean>> = {
  "cross-site": true,
  "same-site": true,
  "same-origin": false,
  none: false,
};

test.each(["minecraft", "epic"])(
  "another site cannot have a %s account linked by opening a window: it waits at our own button",
  async (platform) => {
    const { app } = await linkingWorld();
    for (const [site, isStranger] of Object.entries(OPENED_BY))
      for (const purpose of ["link", "register"]) {
        const headers = {
          "sec-fetch-site": site,
          "sec-fetch-dest": "document",
          "sec-fetch-mode": "navigate",
        };
        const path = `/auth/${platform}/start?purpose=${purpose}`;
        const response = await app.request(path, { headers });
        const hasBegun = response.headers.getSetCookie().length > 0;
        expect([site, purpose, hasBegun]).toEqual([site, purpose, !isStranger]);
        if (isStranger)
          expect([response.status, response.headers.get("location")]).toEqual([
            303,
            `/${platform}-auth.html`,
          ]);
      }
  },
);

test.each(["steam", "discord"] as const)(
  "another site's window proves a %s account for nobody: the tab that opened it would have to link it",
  async (platform) => {
    const { member } = await linkingWorld();
    const ada = await member();
    const proven = await ada.prove(platform, "ada");
    // It tells our own pages alone, and goes on to none that would link.
    const page = await proven.text();
    expect(page).toContain("postMessage(message, location.origin)");
    expect(page).not.toContain("data-next=");
  },
);
