import type { MemberCtx } from "#server/context/context.ts";
import { listAudit } from "#server/modules/administration/list-audit.ts";
import { listUsers } from "#server/modules/administration/lists.ts";
import type { AdminUserListInput, AuditListInput } from "#shared/schemas/administration.ts";
import { type BenchDatabase, ENGINE_NAMES, onBothEngines } from "./engines.ts";
import type { Figure } from "./figure.ts";
import { memberStatements, ONES_OWN } from "./fill/members.ts";
import { comparePages, openFilled, signedInTo } from "./pages.ts";

/** Whoever walks all of them takes ten times as long. */
const TARGET = 3;
const SMALL = 1000;
const LARGE = 10_000;

type Question = (ctx: MemberCtx) => Promise<{ items: readonly unknown[] }>;

const members = (input: AdminUserListInput): Question => {
  return (ctx) => listUsers(ctx, input);
};
const audit = (input: AuditListInput): Question => {
  return (ctx) => listAudit(ctx, input);
};

const QUESTIONS: Readonly<Record<string, Question>> = {
  members: members({}),
  "members, a name that one has": members({ search: ONES_OWN }),
  "members, a word that all have": members({ search: "discord" }),
  "members, an address of all and a name of one": members({ search: `mail ${ONES_OWN}` }),
  "members of a common tier": members({ tier: "Gold" }),
  "members of a rare tier": members({ tier: "Vibranium" }),
  "members with a common link": members({ link: "steam" }),
  "members with a rare link": members({ link: "epic" }),
  "members who are deactivated": members({ state: "deactivated" }),
  "members who are Admins": members({ role: "Admin" }),
  audit: audit({}),
  "audit, a rare action": audit({ action: "account.promoted" }),
  "audit, a common action of one": audit({ action: "session.started", actorId: "u7" }),
  "audit of the first hour": audit({ until: "2026-01-01T01:00:00.000Z" }),
};

const open = async (database: BenchDatabase, size: number) => {
  const deps = await openFilled(database, memberStatements(database.engine, size));
  const context = signedInTo(deps, "u1000", "Admin");
  await listUsers(context, {});
  const workers = await database.workers();
  return { context, workers, engine: database.engine, close: () => deps.store.close() };
};

/**
 * The first pages of what Admins look through, with 10,000 members against 1,000: in turns, in this
 * process, on both engines.
 */
export const measureMembers = (): Promise<readonly Figure[]> =>
  onBothEngines(async (make) => {
    const small = await open(await make(), SMALL);
    const large = await open(await make(), LARGE);
    try {
      const figures: Figure[] = [];
      const engine = ENGINE_NAMES[small.engine];
      for (const [name, ask] of Object.entries(QUESTIONS))
        figures.push(
          await comparePages(
            `${engine}: ${name}, 10,000 against 1,000`,
            {
              small: { ask: () => ask(small.context), workers: small.workers },
              large: { ask: () => ask(large.context), workers: large.workers },
            },
            { ratioMax: TARGET },
          ),
        );
      return figures;
    } finally {
      await small.close();
      await large.close();
    }
  });

if (import.meta.main) console.table(await measureMembers());
