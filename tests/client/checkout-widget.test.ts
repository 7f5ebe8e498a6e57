import { describe, expect, spyOn, test } from "bun:test";
import { checkedOptions } from "#client/features/checkout/state.ts";

describe("[SHOP-16] the widget's options", () => {
  test("take what is right", () => {
    const given = {
      ident: "abc",
      locale: "de_DE",
      theme: "dark",
      colors: [
        { name: "primary", color: "#f5b83d" },
        { name: "secondary", color: "rgb(1 2 3)" },
      ],
      closeOnClickOutside: false,
      closeOnEsc: true,
      defaultPaymentMethod: "paypal",
      popupOnMobile: true,
      endpoint: "http://127.0.0.1:4000/tebex/checkout",
    };
    expect(checkedOptions(given)).toEqual(given as ReturnType<typeof checkedOptions>);
  });

  test.each([
    ["locale", ""],
    ["locale", 7],
    ["theme", "night"],
    ["colors", { primary: "#fff" }],
    ["colors", [{ name: "tertiary", color: "#fff" }]],
    ["colors", [{ name: "primary" }]],
    ["colors", [{ name: "primary", color: "" }]],
    ["colors", ["#fff"]],
    [
      "colors",
      [
        { name: "primary", color: "#fff" },
        { name: "secondary", color: "var(--amber)" },
      ],
    ],
    ["closeOnClickOutside", "yes"],
    ["closeOnEsc", 1],
    ["defaultPaymentMethod", ""],
    ["popupOnMobile", "true"],
    ["endpoint", ""],
    ["launchTimeout", 5],
    ["toString", "x"],
  ])("log and ignore %s: %j", (name, value) => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    try {
      expect(checkedOptions({ ident: "abc", theme: "dark", [name]: value })).toEqual(
        name === "theme" ? { ident: "abc" } : { ident: "abc", theme: "dark" },
      );
      expect(warn).toHaveBeenCalledTimes(1);
      expect(warn.mock.calls[0]?.[0]).toContain(`"${name}"`);
    } finally {
      warn.mockRestore();
    }
  });

  test("that are not given are nothing to log", () => {
    expect(checkedOptions({ ident: "abc", locale: undefined, theme: null })).toEqual({
      ident: "abc",
    });
  });

  test.each([undefined, null, 7, "", {}])("need an ident that is a string, not %j", (ident) => {
    expect(() => checkedOptions({ ident })).toThrow();
  });
});
