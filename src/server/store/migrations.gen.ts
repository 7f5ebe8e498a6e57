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
import sqlite0029 from "#drizzle/sqlite/0029_waiting_tickets.sql" with { type: "text" };
import sqlite0030 from "#drizzle/sqlite/0030_paid_orders.sql" with { type: "text" };
import sqlite0031 from "#drizzle/sqlite/0031_audit_notes.sql" with { type: "text" };
import sqlite0032 from "#drizzle/sqlite/0032_thumbnails_and_news_drafts.sql" with { type: "text" };
import sqlite0033 from "#drizzle/sqlite/0033_waiting_accounts.sql" with { type: "text" };
import sqlite0034 from "#drizzle/sqlite/0034_factors.sql" with { type: "text" };
import sqlite0035 from "#drizzle/sqlite/0035_confirmed_sessions.sql" with { type: "text" };
import sqlite0036 from "#drizzle/sqlite/0036_passkeys.sql" with { type: "text" };
import sqlite0037 from "#drizzle/sqlite/0037_archives.sql" with { type: "text" };
import sqlite0038 from "#drizzle/sqlite/0038_team.sql" with { type: "text" };
import sqlite0039 from "#drizzle/sqlite/0039_factor_resets.sql" with { type: "text" };
import sqlite0040 from "#drizzle/sqlite/0040_known_places.sql" with { type: "text" };
import sqlite0041 from "#drizzle/sqlite/0041_consents.sql" with { type: "text" };
import sqlite0042 from "#drizzle/sqlite/0042_erasing.sql" with { type: "text" };
import sqlite0043 from "#drizzle/sqlite/0043_merging.sql" with { type: "text" };
import sqlite0044 from "#drizzle/sqlite/0044_ticket_notes.sql" with { type: "text" };
import sqlite0045 from "#drizzle/sqlite/0045_notice_settings.sql" with { type: "text" };
import sqlite0046 from "#drizzle/sqlite/0046_thread_writing.sql" with { type: "text" };
import sqlite0047 from "#drizzle/sqlite/0047_saved_replies.sql" with { type: "text" };
import sqlite0048 from "#drizzle/sqlite/0048_address_changes.sql" with { type: "text" };
import sqlite0049 from "#drizzle/sqlite/0049_strikes.sql" with { type: "text" };
import sqlite0050 from "#drizzle/sqlite/0050_webhooks.sql" with { type: "text" };
import sqlite0051 from "#drizzle/sqlite/0051_attachments.sql" with { type: "text" };
import sqlite0052 from "#drizzle/sqlite/0052_queue.sql" with { type: "text" };
import sqlite0053 from "#drizzle/sqlite/0053_desk.sql" with { type: "text" };
import sqlite0054 from "#drizzle/sqlite/0054_push_subscriptions.sql" with { type: "text" };
import sqlite0055 from "#drizzle/sqlite/0055_ticket_figures.sql" with { type: "text" };
import sqlite0056 from "#drizzle/sqlite/0056_strike_attachments.sql" with { type: "text" };
import sqlite0057 from "#drizzle/sqlite/0057_strike_notices.sql" with { type: "text" };
import sqlite0058 from "#drizzle/sqlite/0058_merge_codes.sql" with { type: "text" };
import sqlite0059 from "#drizzle/sqlite/0059_quiet_tickets.sql" with { type: "text" };
import sqlite0060 from "#drizzle/sqlite/0060_warned_resets.sql" with { type: "text" };
import sqlite0061 from "#drizzle/sqlite/0061_calendar_begins.sql" with { type: "text" };
import sqlite0062 from "#drizzle/sqlite/0062_fewer_scans.sql" with { type: "text" };
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
import postgres0029 from "#drizzle/postgres/0029_waiting_tickets.sql" with { type: "text" };
import postgres0030 from "#drizzle/postgres/0030_paid_orders.sql" with { type: "text" };
import postgres0031 from "#drizzle/postgres/0031_audit_notes.sql" with { type: "text" };
import postgres0032 from "#drizzle/postgres/0032_thumbnails_and_news_drafts.sql" with { type: "text" };
import postgres0033 from "#drizzle/postgres/0033_waiting_accounts.sql" with { type: "text" };
import postgres0034 from "#drizzle/postgres/0034_factors.sql" with { type: "text" };
import postgres0035 from "#drizzle/postgres/0035_confirmed_sessions.sql" with { type: "text" };
import postgres0036 from "#drizzle/postgres/0036_passkeys.sql" with { type: "text" };
import postgres0037 from "#drizzle/postgres/0037_archives.sql" with { type: "text" };
import postgres0038 from "#drizzle/postgres/0038_team.sql" with { type: "text" };
import postgres0039 from "#drizzle/postgres/0039_factor_resets.sql" with { type: "text" };
import postgres0040 from "#drizzle/postgres/0040_known_places.sql" with { type: "text" };
import postgres0041 from "#drizzle/postgres/0041_consents.sql" with { type: "text" };
import postgres0042 from "#drizzle/postgres/0042_erasing.sql" with { type: "text" };
import postgres0043 from "#drizzle/postgres/0043_merging.sql" with { type: "text" };
import postgres0044 from "#drizzle/postgres/0044_ticket_notes.sql" with { type: "text" };
import postgres0045 from "#drizzle/postgres/0045_notice_settings.sql" with { type: "text" };
import postgres0046 from "#drizzle/postgres/0046_thread_writing.sql" with { type: "text" };
import postgres0047 from "#drizzle/postgres/0047_saved_replies.sql" with { type: "text" };
import postgres0048 from "#drizzle/postgres/0048_address_changes.sql" with { type: "text" };
import postgres0049 from "#drizzle/postgres/0049_strikes.sql" with { type: "text" };
import postgres0050 from "#drizzle/postgres/0050_webhooks.sql" with { type: "text" };
import postgres0051 from "#drizzle/postgres/0051_attachments.sql" with { type: "text" };
import postgres0052 from "#drizzle/postgres/0052_queue.sql" with { type: "text" };
import postgres0053 from "#drizzle/postgres/0053_desk.sql" with { type: "text" };
import postgres0054 from "#drizzle/postgres/0054_push_subscriptions.sql" with { type: "text" };
import postgres0055 from "#drizzle/postgres/0055_ticket_figures.sql" with { type: "text" };
import postgres0056 from "#drizzle/postgres/0056_strike_attachments.sql" with { type: "text" };
import postgres0057 from "#drizzle/postgres/0057_strike_notices.sql" with { type: "text" };
import postgres0058 from "#drizzle/postgres/0058_merge_codes.sql" with { type: "text" };
import postgres0059 from "#drizzle/postgres/0059_quiet_tickets.sql" with { type: "text" };
import postgres0060 from "#drizzle/postgres/0060_warned_resets.sql" with { type: "text" };
import postgres0061 from "#drizzle/postgres/0061_calendar_begins.sql" with { type: "text" };
import postgres0062 from "#drizzle/postgres/0062_fewer_scans.sql" with { type: "text" };

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
    { name: "0029_waiting_tickets", sql: sqlite0029 },
    { name: "0030_paid_orders", sql: sqlite0030 },
    { name: "0031_audit_notes", sql: sqlite0031 },
    { name: "0032_thumbnails_and_news_drafts", sql: sqlite0032 },
    { name: "0033_waiting_accounts", sql: sqlite0033 },
    { name: "0034_factors", sql: sqlite0034 },
    { name: "0035_confirmed_sessions", sql: sqlite0035 },
    { name: "0036_passkeys", sql: sqlite0036 },
    { name: "0037_archives", sql: sqlite0037 },
    { name: "0038_team", sql: sqlite0038 },
    { name: "0039_factor_resets", sql: sqlite0039 },
    { name: "0040_known_places", sql: sqlite0040 },
    { name: "0041_consents", sql: sqlite0041 },
    { name: "0042_erasing", sql: sqlite0042 },
    { name: "0043_merging", sql: sqlite0043 },
    { name: "0044_ticket_notes", sql: sqlite0044 },
    { name: "0045_notice_settings", sql: sqlite0045 },
    { name: "0046_thread_writing", sql: sqlite0046 },
    { name: "0047_saved_replies", sql: sqlite0047 },
    { name: "0048_address_changes", sql: sqlite0048 },
    { name: "0049_strikes", sql: sqlite0049 },
    { name: "0050_webhooks", sql: sqlite0050 },
    { name: "0051_attachments", sql: sqlite0051 },
    { name: "0052_queue", sql: sqlite0052 },
    { name: "0053_desk", sql: sqlite0053 },
    { name: "0054_push_subscriptions", sql: sqlite0054 },
    { name: "0055_ticket_figures", sql: sqlite0055 },
    { name: "0056_strike_attachments", sql: sqlite0056 },
    { name: "0057_strike_notices", sql: sqlite0057 },
    { name: "0058_merge_codes", sql: sqlite0058 },
    { name: "0059_quiet_tickets", sql: sqlite0059 },
    { name: "0060_warned_resets", sql: sqlite0060 },
    { name: "0061_calendar_begins", sql: sqlite0061 },
    { name: "0062_fewer_scans", sql: sqlite0062 },
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
    { name: "0029_waiting_tickets", sql: postgres0029 },
    { name: "0030_paid_orders", sql: postgres0030 },
    { name: "0031_audit_notes", sql: postgres0031 },
    { name: "0032_thumbnails_and_news_drafts", sql: postgres0032 },
    { name: "0033_waiting_accounts", sql: postgres0033 },
    { name: "0034_factors", sql: postgres0034 },
    { name: "0035_confirmed_sessions", sql: postgres0035 },
    { name: "0036_passkeys", sql: postgres0036 },
    { name: "0037_archives", sql: postgres0037 },
    { name: "0038_team", sql: postgres0038 },
    { name: "0039_factor_resets", sql: postgres0039 },
    { name: "0040_known_places", sql: postgres0040 },
    { name: "0041_consents", sql: postgres0041 },
    { name: "0042_erasing", sql: postgres0042 },
    { name: "0043_merging", sql: postgres0043 },
    { name: "0044_ticket_notes", sql: postgres0044 },
    { name: "0045_notice_settings", sql: postgres0045 },
    { name: "0046_thread_writing", sql: postgres0046 },
    { name: "0047_saved_replies", sql: postgres0047 },
    { name: "0048_address_changes", sql: postgres0048 },
    { name: "0049_strikes", sql: postgres0049 },
    { name: "0050_webhooks", sql: postgres0050 },
    { name: "0051_attachments", sql: postgres0051 },
    { name: "0052_queue", sql: postgres0052 },
    { name: "0053_desk", sql: postgres0053 },
    { name: "0054_push_subscriptions", sql: postgres0054 },
    { name: "0055_ticket_figures", sql: postgres0055 },
    { name: "0056_strike_attachments", sql: postgres0056 },
    { name: "0057_strike_notices", sql: postgres0057 },
    { name: "0058_merge_codes", sql: postgres0058 },
    { name: "0059_quiet_tickets", sql: postgres0059 },
    { name: "0060_warned_resets", sql: postgres0060 },
    { name: "0061_calendar_begins", sql: postgres0061 },
    { name: "0062_fewer_scans", sql: postgres0062 },
  ],
} as const;
