import { describe, expect, test } from "bun:test";
import { linkTarget, safePath } from "#shared/rules/safe-path.ts";

describe("[SESS-16] the way back after a login stays on this site", () => {
  test.each([
    "/",
    "/member",
    "/member/accountsettings?tab=Privacy",
    "/rules?tab=ASE#raids-3",
    "/shop?next=https://evil.com",
    "/a%20path/with%2Fsigns",
    "/login-success",
    "/member/login",
  ])("%p is followed", (path) => {
    expect(safePath(path)).toBe(path);
  });

  test.each([
    "https://evil.com/member",
    "HTTPS://evil.com",
    "//evil.com",
    "///evil.com",
    "/\\evil.com",
    "\\\\evil.com",
    "/member\\..\\evil",
    "/\t/evil.com",
    "/\n/evil.com",
    "\t//evil.com",
    " //evil.com",
    " /member",
    "/x/..//evil.com",
    "/.//evil.com",
    "/%2e%2e//evil.com",
    "javascript:alert(1)",
    "data:text/html,x",
    "member",
    "?tab=Privacy",
    "#home",
    "",
    "/member\u0000",
    "/member\u0085",
  ])("%p is not", (path) => {
    expect(safePath(path)).toBeNull();
  });

  test.each([[undefined], [null], [7], [true], [["/member"]], [{ to: "/member" }]])(
    "%p is no address",
    (value) => {
      expect(safePath(value)).toBeNull();
    },
  );

  test.each(["/login", "/LOGIN", "/login/", "/login?redirect=/login", "/login#x", "/x/../login"])(
    "%p would lead round in a circle",
    (path) => {
      expect(safePath(path)).toBeNull();
    },
  );

  test("dots are walked before the path is used", () => {
    expect(safePath("/member/../shop")).toBe("/shop");
  });

  test("an address of 2,000 characters is followed, a longer one is not", () => {
    expect(safePath(`/${"a".repeat(1999)}`)).toHaveLength(2000);
    expect(safePath(`/${"a".repeat(2000)}`)).toBeNull();
  });
});

const HOME = "https://den.example.com";

describe("[NOTE-09] what people are sent leads to a screen of this site, or to the web at large", () => {
  test.each([
    ["/shop", "/shop"],
    ["/rules?tab=ASE#ase-3", "/rules?tab=ASE#ase-3"],
    ["/#ServerListDisplay", "/#ServerListDisplay"],
    ["/apiary", "/apiary"],
    [`${HOME}/shop?x=1#y`, "/shop?x=1#y"],
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["HTTPS://EXAMPLE.org", "https://example.org/"],
    ["https://example.org:8443/", "https://example.org:8443/"],
  ])("%p is %p", (given, kept) => {
    expect(linkTarget(given, HOME)).toBe(kept);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.org/%0aalert(1)",
    "data:text/html,x",
    "blob:https://den.example.com/1",
    "http://example.org",
    "ftp://example.org",
    "mailto:den@example.org",
    "//example.org",
    "/\\example.org",
    "https:\\\\example.org",
    "shop",
    "",
    "https://",
    "https://user@example.org",
    "https://user:pass@example.org",
    "https://localhost/x",
    "https://intranet/x",
    "https://nas.local",
    "https://nas.local.",
    "https://db.internal",
    "https://127.0.0.1",
    "https://2130706433",
    "https://10.0.0.1/",
    "https://[::1]/",
    "/login",
    "/api/feed",
    "/API/Notification",
    "/auth/steam/start?purpose=link",
    "/x/../auth/steam/start",
    `${HOME}/api/feed`,
    `${HOME}//example.org`,
  ])("%p is refused", (given) => {
    expect(linkTarget(given, HOME)).toBeNull();
  });
});
