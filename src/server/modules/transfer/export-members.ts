import { and, asc, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { readBalances } from "#server/modules/points/index.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import type { MemberColumn } from "#shared/constants/transfer.ts";
import { PLATFORM_COLUMNS } from "./member-line.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

export type MemberRow = Record<MemberColumn, string | number>;

/**
 * Everybody who is a member or waits to become one, as a file of members has them, in slices: importing it into an empty site
 * makes the same [MOVE-06]. Whoever is deactivated is left out, as an import would let them in again;
 * so is a registration that nobody has confirmed, as an import would keep its address for ever.
 */
export async function* exportMembers(reader: CtxReader): AsyncGenerator<readonly MemberRow[]> {
  const { users, links } = reader.tables;
  for (let after = ""; ;) {
    const slice = await reader
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        createdAt: users.createdAt,
        allowMarketing: users.allowMarketing,
      })
      .from(users)
      .where(
        and(
          gt(users.id, after),
          isNull(users.erasedAt),
          isNull(users.deactivatedAt),
          or(isNotNull(users.verifiedAt), isNotNull(users.waitsSince)),
        ),
      )
      .orderBy(asc(users.id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map(({ id }) => id);
    const balances = await readBalances(reader, ids);
    const tiers = await readTiers(reader, ids);
    const linked = await reader
      .select({ userId: links.userId, platform: links.platform, externalId: links.externalId })
      .from(links)
      .where(inArray(links.userId, ids));
    const accounts = new Map(
      linked.map(({ userId, platform, externalId }) => [`${userId} ${platform}`, externalId]),
    );
    yield slice.map(({ id, email, firstName, lastName, createdAt, allowMarketing }) => {
      const [tier = "", lastDay = ""] = (tiers.get(id) ?? "").split(":");
      const row: MemberRow = {
        email: email ?? "",
        first_name: firstName,
        last_name: lastName,
        discord_id: "",
        steam_id: "",
        minecraft_uuid: "",
        epic_id: "",
        points: balances.get(id) ?? 0,
        tier,
        tier_until: lastDay,
        created_at: createdAt.toISOString(),
        news_by_email: allowMarketing ? "yes" : "no",
      };
      for (const platform of PLATFORMS)
        row[PLATFORM_COLUMNS[platform]] = accounts.get(`${id} ${platform}`) ?? "";
      return row;
    });
  }
}
