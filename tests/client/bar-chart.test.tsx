import { expect, test } from "bun:test";
import { renderToString } from "react-dom/server";
import { BarChart, ChartFrame, scaleFor } from "#client/components/bar-chart.tsx";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [90, [0, 25, 50, 75, 100]],
  [1234, [0, 500, 1000, 1500]],
])("a scale for up to %p has round lines and holds it", (max, lines) => {
  expect(scaleFor(max)).toEqual(lines);
});

test("what is counted in whole numbers has no lines between them", () => {
  expect(scaleFor(2, 1)).toEqual([0, 1, 2]);
  expect(scaleFor(0.5, 0.25)).toEqual([0, 0.25, 0.5]);
});

test("columns are as high as their share of the scale, and the whole is said in words", () => {
  const html = renderToString(
    <BarChart
      title="Hours"
      columnName="Week"
      columns={[
        { label: "Nov 9", name: "Nov 9, 2026" },
        { label: "Nov 16", name: "Nov 16, 2026" },
      ]}
      series={[
        { key: "a", label: "The Island", values: [4, 1] },
        { key: "b", label: "Minecraft", values: [0, 2] },
      ]}
      valueText={(value) => `${value} h`}
    />,
  );
  expect(html).toContain("7 h in all since Nov 9, 2026");
  expect([...html.matchAll(/height:([\d.]+)%/g)].map(([, height]) => height)).toEqual([
    "100",
    "0",
    "25",
    "50",
  ]);
});

test("a drawing is named by its title, and has the way to its table", () => {
  const html = renderToString(
    <ChartFrame title="Players" summary="12 now" table={{ head: ["Hour"], rows: [] }}>
      <svg />
    </ChartFrame>,
  );
  expect(html).toContain('aria-label="Table: Players"');
  expect(html).toContain("12 now</p>");
});
