import { Database } from "bun:sqlite";

type Step = { detail: string };

/**
 * How SQLite answers what is asked for the first time while `work` runs: its steps, such as
 * "SEARCH users USING COVERING INDEX users_joined (created_at>? AND created_at<?)".
 */
export const plansOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the database that it is of.
  const { prepare } = Database.prototype;
  const steps: string[] = [];
  Database.prototype.prepare = function explained(this: Database, text: string, ...params: []) {
    if (/^\s*(?:select|with)\b/i.test(text)) {
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${text}`);
      steps.push(...(plan.all() as Step[]).map(({ detail }) => detail));
      // Else the connection goes on seeing the database as it is now.
      plan.finalize();
    }
    return prepare.call(this, text, ...params);
  } as typeof prepare;
  try {
    await work();
  } finally {
    Database.prototype.prepare = prepare;
  }
  return steps;
};
