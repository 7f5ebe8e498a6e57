import { expect, test } from "bun:test";
import type { ComponentProps, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Button } from "#client/components/ui/button.tsx";

test("a link with the look of a button keeps what it says of itself", () => {
  const html = renderToStaticMarkup(
    <Button asChild size="sm" className="mt-8" aria-label="Shop" title="Look">
      <a href="/shop" className="flex-1" title="Buy">
        Shop
      </a>
    </Button>,
  );
  expect(html).toMatch(/^<a .*class="inline-flex .* h-9 .*mt-8 flex-1".*>Shop<\/a>$/);
  expect(html).toContain('href="/shop"');
  expect(html).toContain('aria-label="Shop"');
  expect(html).toContain('title="Buy"');
});

test("both hear of a click on it, the link first", () => {
  const heard: string[] = [];
  const look = Button({
    asChild: true,
    onClick: () => heard.push("button"),
    children: (
      <button type="button" onClick={() => heard.push("link")}>
        Shop
      </button>
    ),
  }) as ReactElement<object, (props: object) => ReactElement<ComponentProps<"button">>>;
  look.type(look.props).props.onClick?.({} as never);
  expect(heard).toEqual(["link", "button"]);
});
