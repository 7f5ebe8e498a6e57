import { expect, test } from "bun:test";
import { fingerprintOf } from "#server/auth/secrets.ts";
import { createPushSender } from "#server/providers/push/web-push.ts";

const sender = createPushSender({
  key: { publicKey: "", privateKey: "" },
  subject: () => "mailto:den@den.example",
  hosts: [],
});

test("[PUSH-08] a key that is no point of the curve is refused, and spoils no other's request", async () => {
  const point = Buffer.alloc(65, 7);
  point[0] = 4;
  const auth = Buffer.alloc(16).toString("base64url");
  const asked = sender.areKeys({ p256dh: point.toString("base64url"), auth });
  expect(() => fingerprintOf("secret", "text")).not.toThrow();
  expect(await asked).toBe(false);
  expect(() => fingerprintOf("secret", "text")).not.toThrow();
});
