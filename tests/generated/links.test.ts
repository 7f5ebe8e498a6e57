import { test } from "bun:test";
import * as fc from "fast-check";
import { randomSecret } from "#server/auth/secrets.ts";
import { linkAccount, proveAccount, unlinkAccount } from "#server/modules/links/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { withLimits } from "#tests/support/app.ts";
import { pluginOf } from "#tests/support/bridge.ts";
import { asMember, asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { checkModel, type Modelled, outcomeOf } from "./model.ts";

const ACCOUNTS = ["76561198000000001", "76561198000000002"] as const;
type Member = 0 | 1;
type Account = 0 | 1;
type Op =
  | { act: "link"; member: Member; account: Account }
  | { act: "unlink"; member: Member }
  | { act: "earn"; account: Account };
type State = {
  /** By member: the account that they have linked, or null. */
  linked: readonly (Account | null)[];
  /** Accounts that were unlinked once: they earn nothing any more. */
  retired: readonly Account[];
  points: readonly number[];
};

const retire = (state: State, account: Account | null): State["retired"] =>
  account === null || state.retired.includes(account) ? state.retired : [...state.retired, account];

const apply = (state: State, op: Op): readonly [State, string] => {
  const { linked, retired, points } = state;
  if (op.act === "earn") {
    const member = linked.indexOf(op.account);
    if (member === -1) return [state, "404"];
    if (retired.includes(op.account)) return [state, "409"];
    return [{ ...state, points: points.with(member, (points[member] ?? 0) + 1) }, "200"];
  }
  const mine = linked[op.member] ?? null;
  if (op.act === "unlink") {
    if (mine === null) return [state, "bad_request"];
    return [
      { ...state, linked: linked.with(op.member, null), retired: retire(state, mine) },
      "done",
    ];
  }
  if (linked.some((account, member) => account === op.account && member !== op.member))
    return [state, "conflict"];
  if (mine !== null && mine !== op.account) return [state, "conflict"];
  return [{ ...state, linked: linked.with(op.member, op.account) }, "done"];
};

const startSite = async () => {
  const { app, store, member, stranger, admin } = await appWithPeople({
    adjust: withLimits({ playPointsByMember: 1_000_000 }),
  });
  const { deps } = app;
  const plugin = await pluginOf(app, admin);
  const people = [member, stranger];
  const contextOf = (userId: string) => asMember(deps, { userId, secret: randomSecret() });
  const link = async (userId: string, externalId: string) => {
    const ctx = contextOf(userId);
    await proveAccount(asSite(deps), {
      platform: "steam",
      externalId,
      name: "Ada",
      browserSecret: ctx.browser.secret ?? "",
      isForMember: true,
    });
    return outcomeOf(linkAccount(ctx, { platform: "steam", externalId }));
  };
  const perform = async (op: Op): Promise<string> => {
    if (op.act === "earn") {
      const { status } = await plugin.call("POST", "/earn", {
        platform: "steam",
        playerId: ACCOUNTS[op.account],
        game: "ark-se",
        points: 1,
        reason: "Model",
        idempotencyKey: crypto.randomUUID(),
      });
      return String(status);
    }
    const userId = people[op.member]?.id ?? "";
    return op.act === "link"
      ? link(userId, ACCOUNTS[op.account])
      : outcomeOf(unlinkAccount(contextOf(userId), { platform: "steam" }));
  };
  const observe = async () => {
    const rows = await store.read.select().from(store.tables.links);
    return people.map(({ id }) => {
      const row = rows.find(({ userId, platform }) => userId === id && platform === "steam");
      const at = ACCOUNTS.findIndex((account) => account === row?.externalId);
      return at === -1 ? null : at;
    });
  };
  const points = () => Promise.all(people.map(({ id }) => readBalance(store.read, id)));
  return { perform, observe: async () => ({ linked: await observe(), points: await points() }) };
};

const links: Modelled<State, Op, string> = {
  initial: { linked: [null, null], retired: [], points: [0, 0] },
  apply,
  view: ({ linked, points }) => ({ linked, points }),
  start: startSite,
};

const two = fc.constantFrom(0 as const, 1 as const);
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ act: fc.constant("link" as const), member: two, account: two }),
  fc.record({ act: fc.constant("unlink" as const), member: two }),
  fc.record({ act: fc.constant("earn" as const), account: two }),
);

test("an account is linked to one member, and earns nothing after it was unlinked once", () =>
  checkModel(links, op, { together: 3 }));
