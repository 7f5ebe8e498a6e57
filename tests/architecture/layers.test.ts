import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");

/** Import lines, by file of the layer. */
type Layer = { file: string; allowed: readonly string[]; refused: readonly string[] };

const values = (specifiers: string) =>
  specifiers.split(/\s+/).map((specifier) => `import { x } from "${specifier}";`);
const types = (specifiers: string) =>
  specifiers.split(/\s+/).map((specifier) => `import type { x } from "${specifier}";`);

const tableDefinitions = (file: string): Layer => ({
  file,
  allowed: values("drizzle-orm/pg-core drizzle-orm/sqlite-core #shared/constants/games.ts"),
  refused: values("bun bun:sqlite drizzle-orm/bun-sql #server/modules/servers/index.ts"),
});

const transport = (file: string): Layer => ({
  file,
  allowed: values("hono @trpc/server #server/modules/servers/index.ts"),
  refused: [
    ...values("#server/deps.ts #server/serve.ts"),
    ...values("drizzle-orm drizzle-orm/pg-core bun:sqlite #server/store/schema.ts lucia"),
    ...values("#client/lib/time.ts #sandbox/seed.ts #tests/support/store.ts"),
    'import { SQL } from "bun";',
  ],
});

/** What each layer may import, and what the linter must refuse it. */
const LAYERS: readonly Layer[] = [
  {
    file: "src/shared/rules/points.ts",
    allowed: values("zod/mini culori/fn ./other.ts #shared/schemas/text.ts"),
    refused: [
      ...values("zod culori react hono drizzle-orm bun bun:sqlite node:path ../games.ts"),
      ...values("#server/core/errors.ts #client/lib/time.ts #sandbox/seed.ts"),
      'export { x } from "hono";',
      'await import("react");',
    ],
  },
  tableDefinitions("src/server/store/schema.ts"),
  tableDefinitions("src/server/store/columns.ts"),
  {
    file: "src/server/store/write.ts",
    allowed: values("drizzle-orm bun bun:sqlite #server/core/errors.ts #shared/feed.ts"),
    refused: [
      ...values("hono @trpc/server lucia #server/auth/token.ts #server/http/static.ts"),
      ...values(
        "#server/modules/servers/index.ts #server/providers/ports/sending.ts #server/deps.ts",
      ),
    ],
  },
  {
    file: "src/server/providers/game-query/ask.ts",
    allowed: values("node:dgram zod #shared/constants/games.ts #server/core/errors.ts"),
    refused: [
      ...values("hono @trpc/server drizzle-orm bun:sqlite arctic lucia #server/store/store.ts"),
      ...values("#server/modules/servers/index.ts #server/deps.ts #server/auth/token.ts"),
      ...values("#server/procedures/init.ts #client/lib/time.ts"),
    ],
  },
  {
    file: "src/server/providers/identity/oauth.ts",
    allowed: values("arctic"),
    refused: values("lucia hono #server/store/store.ts"),
  },
  {
    file: "src/server/auth/policy.ts",
    allowed: values("#server/store/store.ts #shared/messages.ts #server/core/errors.ts"),
    refused: [
      ...values("lucia arctic hono @trpc/server #server/http/rest/table.ts"),
      ...values("#server/modules/accounts/index.ts #server/providers/ports/people.ts"),
    ],
  },
  {
    file: "src/server/auth/lucia.ts",
    allowed: values("lucia"),
    refused: values("arctic #server/modules/accounts/index.ts"),
  },
  {
    file: "src/server/auth/token.ts",
    allowed: values("hono/jwt"),
    refused: values("hono hono/cookie lucia arctic #server/modules/accounts/index.ts"),
  },
  {
    file: "src/server/modules/tickets/close.ts",
    allowed: [
      ...values("./load.ts #server/auth/policy.ts #server/store/store.ts #shared/messages.ts"),
      ...values("#server/access/policy.ts #server/modules/members/index.ts drizzle-orm"),
      ...types("#server/providers/ports/sending.ts"),
      'import { ShopFailure } from "#server/providers/ports/outside.ts";',
    ],
    refused: [
      ...values("hono @trpc/server lucia arctic nodemailer bun:sqlite #server/procedures/init.ts"),
      ...values("#server/http/static.ts #server/providers/mail/smtp.ts #server/deps.ts"),
      ...values("#server/live/feed.ts #server/trpc/router.ts"),
      ...values("#server/providers/ports/sending.ts #server/modules/members/load.ts"),
      ...types("hono #server/providers/mail/smtp.ts"),
    ],
  },
  {
    file: "src/server/modules/tickets/router.ts",
    allowed: values("./close.ts #server/procedures/init.ts #shared/schemas/servers.ts"),
    refused: values("hono drizzle-orm #server/store/store.ts"),
  },
  transport("src/server/trpc/router.ts"),
  {
    file: "src/server/core/errors.ts",
    allowed: values("./clock.ts #shared/constants/api.ts node:path"),
    refused: values("#server/config/config.ts #server/store/store.ts drizzle-orm #server/deps.ts"),
  },
  {
    file: "src/server/config/config.ts",
    allowed: values("./community.ts #server/core/addresses.ts zod"),
    refused: values("#server/store/store.ts #server/providers/ports/sending.ts #server/deps.ts"),
  },
  {
    file: "src/server/context/context.ts",
    allowed: values(
      "#server/auth/audit.ts #server/store/store.ts #server/providers/ports/outside.ts",
    ),
    refused: [
      ...values("#server/modules/notifications/index.ts #server/access/audit-notes.ts drizzle-orm"),
      ...types("#server/deps.ts #server/live/feed.ts"),
    ],
  },
  {
    file: "src/server/access/rights.ts",
    allowed: values("#server/context/context.ts #server/auth/limits.ts drizzle-orm"),
    refused: values("#server/modules/members/index.ts #server/procedures/init.ts @trpc/server"),
  },
  {
    file: "src/server/procedures/init.ts",
    allowed: values("@trpc/server #server/access/audit-notes.ts #server/store/trouble.ts"),
    refused: [
      ...values("#server/modules/tickets/index.ts #server/trpc/router.ts drizzle-orm"),
      ...types("#server/http/rest/table.ts #server/deps.ts"),
    ],
  },
  {
    file: "src/server/modules/tickets/write.ts",
    allowed: ["await ctx.write(work);"],
    refused: ["await store.write(work);", "const { write } = store;"],
  },
  {
    file: "src/server/context/unit-of-work.ts",
    allowed: ["await store.write(work);"],
    refused: values("drizzle-orm bun:sqlite"),
  },
  transport("src/server/http/rest/adapter.ts"),
  {
    file: "src/server/jobs/scheduler.ts",
    allowed: values("#server/store/job-runs.ts #server/modules/servers/index.ts"),
    refused: values("hono @trpc/server drizzle-orm #server/http/static.ts #server/deps.ts"),
  },
  {
    file: "src/server/commands/commands.ts",
    allowed: values("./command.ts #server/modules/site/index.ts #server/store/backup.ts node:path"),
    refused: [
      ...values("drizzle-orm hono @trpc/server #server/http/static.ts #server/trpc/router.ts"),
      ...values("#server/serve.ts #server/live/feed.ts #server/jobs/scheduler.ts"),
    ],
  },
  {
    file: "src/server/app.ts",
    allowed: values("hono #server/http/static.ts"),
    refused: values("drizzle-orm bun:sqlite #client/router.tsx #scripts/demo.ts"),
  },
  {
    file: "src/client/components/ui/button.tsx",
    allowed: values("react radix-ui ./sheet.tsx #client/lib/cn.ts"),
    refused: [
      ...values("#client/lib/trpc.ts #client/components/page.tsx #server/core/errors.ts"),
      ...values("#client/features/servers/table.tsx @trpc/react-query zod node:path"),
    ],
  },
  {
    file: "src/client/lib/trpc.ts",
    allowed: [
      ...values("@trpc/react-query @trpc/client #client/components/ui/button.tsx"),
      ...types("#server/trpc/router.ts"),
    ],
    refused: [
      ...values("#server/trpc/router.ts #server/core/errors.ts #client/components/page.tsx"),
      ...values("#client/features/servers/table.tsx hono drizzle-orm bun"),
      ...types("#server/deps.ts"),
    ],
  },
  {
    file: "src/client/components/page.tsx",
    allowed: values("#client/lib/time.ts #client/components/ui/button.tsx"),
    refused: [
      ...values("#client/features/servers/table.tsx #client/routes/index.tsx zod"),
      ...types("#server/trpc/router.ts"),
    ],
  },
  {
    file: "src/client/features/servers/table.tsx",
    allowed: values("./row.tsx #client/components/page.tsx #client/lib/time.ts"),
    refused: [
      ...values("#client/features/home/page.tsx #client/routes/index.tsx @trpc/react-query"),
      ...values("#server/core/errors.ts #client/router.tsx"),
    ],
  },
  {
    file: "src/client/features/tickets/detail/line.tsx",
    allowed: values("./row.tsx #client/features/tickets/badge.tsx #client/lib/time.ts"),
    refused: [
      ...values("#client/features/servers/table.tsx #client/routes/index.tsx @trpc/client"),
      ...values("#server/core/errors.ts #client/router.tsx zod"),
    ],
  },
  {
    file: "src/client/routes/index.tsx",
    allowed: values("#client/features/home/page.tsx #client/components/page.tsx"),
    refused: values("#server/core/errors.ts #client/router.tsx @trpc/client"),
  },
  {
    file: "src/sandbox/game-servers/minecraft.ts",
    allowed: values("node:net zod #shared/constants/games.ts #sandbox/main.ts"),
    refused: values("#server/core/errors.ts #client/lib/time.ts drizzle-orm #tests/x.ts"),
  },
  {
    file: "src/sandbox/seed.ts",
    allowed: values("#server/modules/servers/index.ts #server/context/services.ts"),
    refused: values("#server/deps.ts drizzle-orm bun:sqlite #client/lib/time.ts"),
  },
  {
    file: "scripts/demo.ts",
    allowed: values("#server/main.ts #sandbox/seed.ts bun:sqlite"),
    refused: values("lucia arctic ../src/server/main.ts"),
  },
];

const LAYER_RULES = [
  "no-restricted-imports",
  "no-relative-parent-imports",
  "no-restricted-properties",
];

/** Lines (from 1) that the linter refuses for a reason of layers, by file. */
let refusedLines: ReadonlyMap<string, ReadonlySet<number>>;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "lynxden-layers-"));
  await Bun.write(join(scratch, ".oxlintrc.json"), Bun.file(join(ROOT, ".oxlintrc.json")));
  for (const { file, allowed, refused } of LAYERS) {
    await mkdir(dirname(join(scratch, file)), { recursive: true });
    const lines = [...allowed, ...refused].map((line, n) =>
      line.replace("{ x }", `{ x as x${n} }`),
    );
    await Bun.write(join(scratch, file), lines.join("\n"));
  }
  refusedLines = await lint();
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

type Finding = { code: string; filename: string; labels: { span: { line: number } }[] };

const lint = async () => {
  const oxlint = Bun.spawn(
    [process.execPath, join(ROOT, "node_modules/oxlint/bin/oxlint"), "--format=json", "."],
    { cwd: scratch, stdout: "pipe", stderr: "inherit" },
  );
  const { diagnostics } = (await new Response(oxlint.stdout).json()) as { diagnostics: Finding[] };
  const lines = new Map<string, Set<number>>();
  for (const { code, filename, labels } of diagnostics) {
    if (!LAYER_RULES.some((rule) => code.includes(rule))) continue;
    const found = lines.get(filename) ?? new Set();
    for (const { span } of labels) found.add(span.line);
    lines.set(filename, found);
  }
  return lines;
};

for (const { file, allowed, refused } of LAYERS) {
  test(`the linter keeps ${file} on its layer`, () => {
    const found = refusedLines.get(file) ?? new Set();
    const isRefused = (_: string, index: number) => found.has(index + 1);
    expect([...allowed, ...refused].filter(isRefused)).toEqual([...refused]);
  });
}
