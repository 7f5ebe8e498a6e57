/** The columns of a file of members, in the order in which they are written. */
export const MEMBER_COLUMNS = [
  "email",
  "first_name",
  "last_name",
  "discord_id",
  "steam_id",
  "minecraft_uuid",
  "epic_id",
  "points",
  "tier",
  "tier_until",
  "created_at",
  "news_by_email",
] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];
