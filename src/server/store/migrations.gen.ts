// Written by `bun run db:generate`.
import sqlite0000 from "#drizzle/sqlite/0000_init.sql" with { type: "text" };
import sqlite0001 from "#drizzle/sqlite/0001_accounts.sql" with { type: "text" };
import sqlite0002 from "#drizzle/sqlite/0002_memberships.sql" with { type: "text" };
import sqlite0003 from "#drizzle/sqlite/0003_tickets.sql" with { type: "text" };
import sqlite0004 from "#drizzle/sqlite/0004_bridge.sql" with { type: "text" };
import sqlite0005 from "#drizzle/sqlite/0005_statement_times.sql" with { type: "text" };
import sqlite0006 from "#drizzle/sqlite/0006_shop.sql" with { type: "text" };
import sqlite0007 from "#drizzle/sqlite/0007_bridge_limits.sql" with { type: "text" };
import sqlite0008 from "#drizzle/sqlite/0008_money.sql" with { type: "text" };
import sqlite0009 from "#drizzle/sqlite/0009_hashed_sessions.sql" with { type: "text" };
import sqlite0010 from "#drizzle/sqlite/0010_audit_chain.sql" with { type: "text" };
import sqlite0011 from "#drizzle/sqlite/0011_shop_events.sql" with { type: "text" };
import sqlite0012 from "#drizzle/sqlite/0012_notification_kinds.sql" with { type: "text" };
import sqlite0013 from "#drizzle/sqlite/0013_search_terms.sql" with { type: "text" };
import sqlite0014 from "#drizzle/sqlite/0014_server_map.sql" with { type: "text" };
import sqlite0015 from "#drizzle/sqlite/0015_play_weeks.sql" with { type: "text" };
import sqlite0016 from "#drizzle/sqlite/0016_notification_links.sql" with { type: "text" };
import sqlite0017 from "#drizzle/sqlite/0017_day_figures.sql" with { type: "text" };
import sqlite0018 from "#drizzle/sqlite/0018_sorted_lists.sql" with { type: "text" };
import sqlite0019 from "#drizzle/sqlite/0019_more_sorts.sql" with { type: "text" };
import sqlite0020 from "#drizzle/sqlite/0020_open_games.sql" with { type: "text" };
import sqlite0021 from "#drizzle/sqlite/0021_open_categories.sql" with { type: "text" };
import sqlite0022 from "#drizzle/sqlite/0022_open_tiers.sql" with { type: "text" };
import sqlite0023 from "#drizzle/sqlite/0023_benefits_by_hand.sql" with { type: "text" };
import sqlite0024 from "#drizzle/sqlite/0024_site_versions.sql" with { type: "text" };
import sqlite0025 from "#drizzle/sqlite/0025_news.sql" with { type: "text" };
import sqlite0026 from "#drizzle/sqlite/0026_site_pictures.sql" with { type: "text" };
import sqlite0027 from "#drizzle/sqlite/0027_maintenance.sql" with { type: "text" };
import sqlite0028 from "#drizzle/sqlite/0028_calendar.sql" with { type: "text" };
import postgres0000 from "#drizzle/postgres/0000_init.sql" with { type: "text" };
import postgres0001 from "#drizzle/postgres/0001_accounts.sql" with { type: "text" };
import postgres0002 from "#drizzle/postgres/0002_memberships.sql" with { type: "text" };
import postgres0003 from "#drizzle/postgres/0003_tickets.sql" with { type: "text" };
import postgres0004 from "#drizzle/postgres/0004_bridge.sql" with { type: "text" };
import postgres0005 from "#drizzle/postgres/0005_statement_times.sql" with { type: "text" };
import postgres0006 from "#drizzle/postgres/0006_shop.sql" with { type: "text" };
import postgres0007 from "#drizzle/postgres/0007_bridge_limits.sql" with { type: "text" };
import postgres0008 from "#drizzle/postgres/0008_money.sql" with { type: "text" };
import postgres0009 from "#drizzle/postgres/0009_hashed_sessions.sql" with { type: "text" };
import postgres0010 from "#drizzle/postgres/0010_audit_chain.sql" with { type: "text" };
import postgres0011 from "#drizzle/postgres/0011_shop_events.sql" with { type: "text" };
import postgres0012 from "#drizzle/postgres/0012_notification_kinds.sql" with { type: "text" };
import postgres0013 from "#drizzle/postgres/0013_search_terms.sql" with { type: "text" };
import postgres0014 from "#drizzle/postgres/0014_server_map.sql" with { type: "text" };
import postgres0015 from "#drizzle/postgres/0015_play_weeks.sql" with { type: "text" };
import postgres0016 from "#drizzle/postgres/0016_notification_links.sql" with { type: "text" };
import postgres0017 from "#drizzle/postgres/0017_day_figures.sql" with { type: "text" };
import postgres0018 from "#drizzle/postgres/0018_sorted_lists.sql" with { type: "text" };
import postgres0019 from "#drizzle/postgres/0019_more_sorts.sql" with { type: "text" };
import postgres0020 from "#drizzle/postgres/0020_open_games.sql" with { type: "text" };
import postgres0021 from "#drizzle/postgres/0021_open_categories.sql" with { type: "text" };
import postgres0022 from "#drizzle/postgres/0022_open_tiers.sql" with { type: "text" };
import postgres0023 from "#drizzle/postgres/0023_benefits_by_hand.sql" with { type: "text" };
import postgres0024 from "#drizzle/postgres/0024_site_versions.sql" with { type: "text" };
import postgres0025 from "#drizzle/postgres/0025_news.sql" with { type: "text" };
import postgres0026 from "#drizzle/postgres/0026_site_pictures.sql" with { type: "text" };
import postgres0027 from "#drizzle/postgres/0027_maintenance.sql" with { type: "text" };
import postgres0028 from "#drizzle/postgres/0028_calendar.sql" with { type: "text" };

export const MIGRATIONS = {
  sqlite: [
    { name: "0000_init", sql: sqlite0000 },
    { name: "0001_accounts", sql: sqlite0001 },
    { name: "0002_memberships", sql: sqlite0002 },
    { name: "0003_tickets", sql: sqlite0003 },
    { name: "0004_bridge", sql: sqlite0004 },
    { name: "0005_statement_times", sql: sqlite0005 },
    { name: "0006_shop", sql: sqlite0006 },
    { name: "0007_bridge_limits", sql: sqlite0007 },
    { name: "0008_money", sql: sqlite0008 },
    { name: "0009_hashed_sessions", sql: sqlite0009 },
    { name: "0010_audit_chain", sql: sqlite0010 },
    { name: "0011_shop_events", sql: sqlite0011 },
    { name: "0012_notification_kinds", sql: sqlite0012 },
    { name: "0013_search_terms", sql: sqlite0013 },
    { name: "0014_server_map", sql: sqlite0014 },
    { name: "0015_play_weeks", sql: sqlite0015 },
    { name: "0016_notification_links", sql: sqlite0016 },
    { name: "0017_day_figures", sql: sqlite0017 },
    { name: "0018_sorted_lists", sql: sqlite0018 },
    { name: "0019_more_sorts", sql: sqlite0019 },
    { name: "0020_open_games", sql: sqlite0020 },
    { name: "0021_open_categories", sql: sqlite0021 },
    { name: "0022_open_tiers", sql: sqlite0022 },
    { name: "0023_benefits_by_hand", sql: sqlite0023 },
    { name: "0024_site_versions", sql: sqlite0024 },
    { name: "0025_news", sql: sqlite0025 },
    { name: "0026_site_pictures", sql: sqlite0026 },
    { name: "0027_maintenance", sql: sqlite0027 },
    { name: "0028_calendar", sql: sqlite0028 },
  ],
  postgres: [
    { name: "0000_init", sql: postgres0000 },
    { name: "0001_accounts", sql: postgres0001 },
    { name: "0002_memberships", sql: postgres0002 },
    { name: "0003_tickets", sql: postgres0003 },
    { name: "0004_bridge", sql: postgres0004 },
    { name: "0005_statement_times", sql: postgres0005 },
    { name: "0006_shop", sql: postgres0006 },
    { name: "0007_bridge_limits", sql: postgres0007 },
    { name: "0008_money", sql: postgres0008 },
    { name: "0009_hashed_sessions", sql: postgres0009 },
    { name: "0010_audit_chain", sql: postgres0010 },
    { name: "0011_shop_events", sql: postgres0011 },
    { name: "0012_notification_kinds", sql: postgres0012 },
    { name: "0013_search_terms", sql: postgres0013 },
    { name: "0014_server_map", sql: postgres0014 },
    { name: "0015_play_weeks", sql: postgres0015 },
    { name: "0016_notification_links", sql: postgres0016 },
    { name: "0017_day_figures", sql: postgres0017 },
    { name: "0018_sorted_lists", sql: postgres0018 },
    { name: "0019_more_sorts", sql: postgres0019 },
    { name: "0020_open_games", sql: postgres0020 },
    { name: "0021_open_categories", sql: postgres0021 },
    { name: "0022_open_tiers", sql: postgres0022 },
    { name: "0023_benefits_by_hand", sql: postgres0023 },
    { name: "0024_site_versions", sql: postgres0024 },
    { name: "0025_news", sql: postgres0025 },
    { name: "0026_site_pictures", sql: postgres0026 },
    { name: "0027_maintenance", sql: postgres0027 },
    { name: "0028_calendar", sql: postgres0028 },
  ],
} as const;
