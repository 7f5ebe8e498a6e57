import { describe, expect, test } from "bun:test";
import { safePath } from "#shared/rules/safe-path.ts";

describe("[SESS-16] the way back after a login stays on this site", () => {
  test.each([
    "/",
    "/member",
    "/member/accountsettings?tab=Privacy",
    "/zlg-rules?tab=ASE#raids-3",
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
