import type { Engine } from "#server/store/store.ts";

/** Literals of an engine, for statements that both understand. */
type Literals = { time: string; bytes: string; no: string; yes: string };
const LITERALS: Record<Engine, Literals> = {
  sqlite: { time: "1767225600123", bytes: "x'00ff10'", no: "0", yes: "1" },
  postgres: {
    time: "'2026-01-01T00:00:00.123Z'",
    bytes: "'\\x00ff10'",
    no: "false",
    yes: "true",
  },
};

/**
 * Rows to put in once a migration has been applied, by its name without the number: at least two in
 * every table that it makes. A new migration needs its entry here, and may need to leave it empty.
 */
const ROWS: Readonly<Record<string, (is: Literals) => readonly string[]>> = {
  init: ({ time, bytes }) => [
    `INSERT INTO settings VALUES ('a', '{"b":[1]}', ${time}), ('c', 'null', ${time})`,
    `INSERT INTO leases VALUES ('poller', 'x', ${time}), ('cleaner', 'y', ${time})`,
    `INSERT INTO limits VALUES ('a', 1, ${time}), ('b', 2, ${time})`,
    `INSERT INTO idempotency VALUES ('a', 'k', '{}', ${time}), ('b', 'k', '[]', ${time})`,
    `INSERT INTO audit (at, action, after) VALUES (${time}, 'x', '1'), (${time}, 'y', NULL)`,
    `INSERT INTO outbox (kind, payload, next_attempt_at, created_at) VALUES ('mail', '{}', ${time}, ${time}), ('mail', '[]', ${time}, ${time})`,
    `INSERT INTO assets VALUES ('a', 'image/webp', ${bytes}, ${time}), ('b', 'image/webp', ${bytes}, ${time})`,
    `INSERT INTO build_assets VALUES ('/a.js', '1', 'text/javascript', ${bytes}, NULL), ('/b.js', '0', 'text/javascript', ${bytes}, ${time})`,
    `INSERT INTO server_status VALUES ('a', 'eco', 'online', ${time}, 'A', '1', 1, 2, 0, ${time}, ${time}), ('b', 'palworld', 'unknown', NULL, 'B', '', 0, 0, 0, NULL, ${time})`,
    `INSERT INTO server_history VALUES ('a', '5m', ${time}, 1, 2, 3, 2, 2), ('a', '1h', ${time}, NULL, NULL, 0, 0, 2)`,
  ],
  accounts: ({ time, no, yes }) => [
    `INSERT INTO users VALUES ('a', 'A@example.test', 'a@example.test', 'hash', 'Admin', 'A', 'B', ${no}, NULL, ${time}, NULL, NULL, NULL, ${time}), ('b', NULL, NULL, NULL, 'User', '', '', ${no}, ${time}, ${time}, ${time}, 'owner', ${time}, ${time})`,
    `INSERT INTO links VALUES ('a', 'discord', '1', 'A', NULL, ${time}), ('a', 'steam', '1', 'A', '/a.webp', ${time})`,
    `INSERT INTO sessions VALUES ('s', 'a', ${time}, ${time}, ${time}, 'Firefox', '192.0.2.0/24'), ('t', 'a', ${time}, ${time}, ${time}, '', 'unknown')`,
    `INSERT INTO one_time_codes VALUES ('h', 'a', 'verify', ${time}, ${time}, ${time}), ('i', 'a', 'reset', ${time}, ${time}, NULL)`,
    `INSERT INTO proofs VALUES ('h', 'discord', '1', 'A', NULL, 'b', ${time}, ${time}), ('i', 'epic', '1', 'A', '/a.webp', 'b', ${time}, ${time})`,
    `INSERT INTO notifications (subject, message, created_at, created_by, is_global) VALUES ('s', 'm', ${time}, NULL, ${no}), ('s', 'm', ${time}, 'a', ${yes})`,
    `INSERT INTO notification_reads VALUES (1, 'a', NULL), (2, 'b', ${time})`,
  ],
  memberships: ({ time }) => [
    `INSERT INTO retired_links VALUES ('h', 'steam', ${time}), ('i', 'epic', ${time})`,
    `INSERT INTO memberships VALUES ('a', 'Gold', ${time}), ('a', 'Diamond', ${time})`,
  ],
  tickets: ({ time, no, yes }) => [
    `INSERT INTO user_words VALUES ('ada', 'a'), ('lynx', 'a')`,
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}), ('s', 'Shop Issue', 'Eco', 'Eco', 'd', 'closed', 'b', ${time}, ${time})`,
    `INSERT INTO ticket_people VALUES (1, 'a', 'Open'), (2, 'b', 'closed')`,
    `INSERT INTO ticket_words VALUES ('s', 1), ('s', 2)`,
    `INSERT INTO ticket_entries (ticket_id, act, actor_id, at, details) VALUES (1, 'opened', 'a', ${time}, '[]'), (2, 'edited', 'b', ${time}, '["subject"]')`,
    `INSERT INTO messages (ticket_id, author_id, content, img_urls, created_at) VALUES (1, 'a', 'm', '[]', ${time}), (2, 'b', 'm', '["https://example.test/a.png"]', ${time})`,
    `INSERT INTO point_entries (user_id, delta, balance, reason, reference, actor_id, at) VALUES ('a', 5, 5, 'r', 'a:1', NULL, ${time}), ('a', -2, 3, 'r', 'a:2', 'b', ${time})`,
    `INSERT INTO notifications (subject, message, created_at, created_by, is_global, kind) VALUES ('s', 'm', ${time}, 'a', ${no}, 'reply'), ('s', 'm', ${time}, 'a', ${yes}, 'news')`,
    `INSERT INTO notification_reads VALUES (3, 'a', NULL, ${no}, 1), (4, 'b', ${time}, ${yes}, NULL)`,
  ],
  bridge: ({ time, no, yes }) => [
    `INSERT INTO bridge_keys VALUES ('k', 'h', 'Island', '["points:read"]', '["ark-se"]', 'a', ${time}, NULL, NULL), ('l', 'i', 'Craft', '[]', '[]', 'a', ${time}, ${time}, ${time})`,
    `INSERT INTO presence VALUES (${time}, 'a', 'ark-se', 7, ${no}), (${time}, 'b', 'minecraft', 15, ${yes})`,
    `INSERT INTO deliveries (user_id, game, payload, reference, created_at, acknowledged_at, acknowledged_by, is_done) VALUES ('a', 'ark-se', '{}', 'd:1', ${time}, NULL, NULL, ${no}), ('b', 'rust', '[]', 'd:2', ${time}, ${time}, 'k', ${yes})`,
    `INSERT INTO openid_nonces VALUES ('n', ${time}), ('o', ${time})`,
  ],
  // An index alone.
  statement_times: () => [],
  shop: ({ time, no, yes }) => [
    `INSERT INTO orders (user_id, ident, state, items, currency, total_cents, has_promo, created_at, paid_at, received_at, credited_at, next_check_at) VALUES ('a', 'one', 'open', '[]', 'USD', NULL, ${no}, ${time}, NULL, NULL, NULL, ${time}), ('b', NULL, 'paid', '[]', 'USD', 499, ${yes}, ${time}, ${time}, ${time}, ${time}, NULL)`,
    `INSERT INTO payments (key, order_id, user_id, sequence, transaction_id, reference, amount_cents, paid_at, created_at) VALUES ('order:1', 1, 'a', 'first', 'tbx-1', NULL, 499, ${time}, ${time}), ('transaction:tbx-2', 1, 'a', 'renewal', 'tbx-2', 'r', 499, ${time}, ${time})`,
    `INSERT INTO payment_lines VALUES (1, '6036711', 6036711, 'P', 2, 998, 1000, NULL, NULL, 0, ${yes}), (2, '6036701', 6036701, 'G', 1, 499, 650, 'Gold', ${time}, 1, ${no})`,
    `INSERT INTO payment_effects VALUES (1, '6036711', 'credit', 1000, ${time}), (2, '6036701', 'refund', -650, ${time})`,
    `INSERT INTO subscriptions VALUES ('r', 'a', 1, 'Gold', 'active', ${time}, ${time}), ('s', 'b', 2, 'Diamond', 'ended', NULL, ${time})`,
    `INSERT INTO store_events (event_id, type, body, state, at, received_at, done_at, attempts, next_attempt_at, error, transaction_id, order_id) VALUES ('e', 'payment.completed', '{}', 'done', ${time}, ${time}, ${time}, 1, ${time}, NULL, 'tbx-1', 1), ('f', 'payment.refunded', '{}', 'waiting', ${time}, ${time}, NULL, 0, ${time}, 'x', NULL, NULL)`,
    `INSERT INTO shop_flags (reference, kind, order_id, event_id, details, created_at, is_resolved, resolved_at, resolved_by) VALUES ('items:1', 'items', 1, 1, 'd', ${time}, ${no}, NULL, NULL), ('buyer:2', 'buyer', NULL, 2, 'd', ${time}, ${yes}, ${time}, 'a')`,
  ],
  bridge_limits: ({ time, no }) => [
    `INSERT INTO bridge_keys VALUES ('m', 'j', 'Scorched', '["points:spend"]', '["rust"]', 'a', ${time}, NULL, NULL, ${time}, NULL), ('n', 'k', 'Aberration', '[]', '[]', 'a', ${time}, NULL, NULL, ${time}, ${time})`,
    `INSERT INTO deliveries (user_id, game, payload, reference, created_at, is_done, server) VALUES ('a', 'ark-se', '{}', 'd:3', ${time}, ${no}, 'ragnarok'), ('a', 'ark-se', '{}', 'd:4', ${time}, ${no}, NULL)`,
    `INSERT INTO kept_votes VALUES ('v', 'p', 'rust', '', 'site', '1', 50, ${time}), ('w', 'p', 'minecraft', 'hub', 'site', '2', 50, ${time})`,
  ],
  money: ({ time, no }) => [
    `INSERT INTO basket_reservations VALUES ('a', 'promo', 1, ${time}), ('b', 'Gold', 2, ${time})`,
    `INSERT INTO payments (key, order_id, user_id, sequence, transaction_id, reference, amount_cents, paid_at, created_at) VALUES ('transaction:tbx-3', 1, 'a', 'repeat', 'tbx-3', NULL, 1, ${time}, ${time})`,
    `INSERT INTO payment_lines (payment_id, line, package_id, name, quantity, price_cents, points, deliveries, review, is_held) VALUES (3, '6036711', 6036711, 'P', 2, 998, 1000, 0, 'repeat', ${no})`,
    `INSERT INTO payment_effects VALUES (3, '6036711', 'confirm', 0, ${time}), (3, '*', 'closed', 0, ${time})`,
    `INSERT INTO shop_flags (reference, kind, order_id, event_id, payment_id, details, created_at, is_resolved, resolved_at, resolved_by) VALUES ('payment:3', 'payment', 1, 1, 3, 'd', ${time}, ${no}, NULL, NULL)`,
  ],
  hashed_sessions: ({ time }) => [
    `INSERT INTO sessions VALUES ('s', 'a', ${time}, ${time}, ${time}, 'Firefox', '192.0.2.0/24'), ('t', 'a', ${time}, ${time}, ${time}, '', 'unknown')`,
    `INSERT INTO one_time_codes VALUES ('j', 'a', 'browser', ${time}, ${time}, NULL)`,
  ],
  audit_chain: ({ time }) => [
    `INSERT INTO audit (at, action, network, browser, request_id, position, salt, personal_hash, hash) VALUES (${time}, 'x', '192.0.2.0/24', 'Firefox', 'r', 1, 's', 'p', 'h'), (${time}, 'y', NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  ],
  shop_events: ({ time }) => [
    `INSERT INTO shop_events (event_id, type, body, state, at, received_at, done_at, attempts, next_attempt_at, error, transaction_id, order_id) VALUES ('g', 'payment.completed', '{}', 'done', ${time}, ${time}, ${time}, 1, ${time}, NULL, 'tbx-1', 1), ('h', 'payment.refunded', '{}', 'waiting', ${time}, ${time}, NULL, 0, ${time}, 'x', NULL, NULL)`,
  ],
  notification_kinds: ({ time, no, yes }) => [
    `INSERT INTO notifications (subject, message, created_at, created_by, is_global, kind) VALUES ('s', 'm', ${time}, 'a', ${no}, 'closing'), ('s', 'm', ${time}, 'a', ${yes}, 'news')`,
  ],
  search_terms: () => [
    `INSERT INTO user_search_terms (term, user_id) VALUES ('grace', 'b')`,
    `INSERT INTO ticket_search_terms (term, ticket_id) VALUES ('t', 1)`,
  ],
  server_map: ({ time }) => [
    `INSERT INTO server_status VALUES ('c', 'ark-se', 'online', ${time}, 'C', '1', 1, 2, 0, ${time}, ${time}, 'TheIsland'), ('d', 'eco', 'unknown', NULL, 'D', '', 0, 0, 0, NULL, ${time}, '')`,
  ],
  notification_links: ({ time, no, yes }) => [
    `INSERT INTO notifications (subject, message, created_at, created_by, is_global, kind, link, withdrawn_at) VALUES ('s', 'm', ${time}, 'a', ${yes}, 'news', '/shop', NULL), ('s', '', ${time}, 'a', ${no}, 'news', NULL, ${time})`,
  ],
  day_figures: () => [
    `INSERT INTO day_figures VALUES ('2026-01-05', 'players', 42), ('2026-01-05', 'spend-', 60)`,
  ],
  // A column and indexes alone.
  sorted_lists: () => [],
  // An index alone.
  paid_orders: () => [],
  waiting_accounts: ({ time, no }) => [
    `INSERT INTO users (id, email, email_key, role, first_name, last_name, allow_marketing, created_at, waits_since, import_key) VALUES ('c', 'C@example.test', 'c@example.test', 'User', 'C', '', ${no}, ${time}, ${time}, 'k'), ('d', NULL, NULL, 'User', 'D', '', ${no}, ${time}, ${time}, 'l')`,
  ],
  // What the ledger says already.
  more_sorts: () => [],
  // Games that the first ones did not have.
  open_categories: ({ time }) => [
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at) VALUES ('s', 'Billing', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time})`,
  ],
  open_games: ({ time }) => [
    `INSERT INTO server_status (key, game, state, server_name, version, players, max_players, misses, changed_at) VALUES ('e', 'valheim', 'unknown', 'E', '', 0, 0, 0, ${time})`,
    `INSERT INTO play_weeks (user_id, week, game, server, quarters, points) VALUES ('b', '2026-01-12', 'valheim', '', 1, 0)`,
  ],
  // Tiers that the first ones did not have.
  open_tiers: ({ time, no }) => [
    `INSERT INTO memberships (user_id, tier, ends_at) VALUES ('b', 'ember-keeper', ${time})`,
    `INSERT INTO payment_lines (payment_id, line, package_id, name, quantity, price_cents, points, tier, deliveries, is_held) VALUES (3, '102', 102, 'K', 1, 300, 300, 'ember-keeper', 0, ${no})`,
    `INSERT INTO subscriptions (reference, user_id, order_id, tier, state, event_at) VALUES ('t', 'b', 2, 'ember-keeper', 'ended', ${time})`,
    `INSERT INTO basket_reservations VALUES ('b', 'ember-keeper', 2, ${time})`,
  ],
  benefits_by_hand: ({ time, no }) => [
    `INSERT INTO shop_flags (reference, kind, order_id, details, created_at, is_resolved) VALUES ('benefits:1', 'benefits', 1, 'd', ${time}, ${no})`,
  ],
  consents: ({ time, no, yes }) => [
    `INSERT INTO consents (user_id, kind, version, is_given, way, at) VALUES ('a', 'privacy', 1, ${yes}, 'registration', ${time}), ('b', 'marketing', 1, ${no}, 'unsubscription', ${time})`,
    `INSERT INTO policy_versions VALUES ('rules', 1, ${no}, ${time}), ('privacy', 2, ${yes}, ${time})`,
    `INSERT INTO news_mailings VALUES (1, 'sending', 2, '', ${time}, 'a', NULL), (2, 'done', 1, 'b', ${time}, 'a', ${time})`,
    `INSERT INTO news_mails VALUES (1, 'a', 1, 'queued', NULL), (2, 'b', 2, 'failed', 'EAUTH 535')`,
  ],
  site_versions: ({ time }) => [
    `INSERT INTO site_versions VALUES (1, '{}', 'h', '', 'file', '["brand"]', ${time}, NULL), (2, '{}', 'i', 'n', 'browser', '[]', ${time}, 'a')`,
    `INSERT INTO site_drafts VALUES ('brand', '{}', 1, 3, ${time}, 'a'), ('games', NULL, 2, 1, ${time}, 'b')`,
  ],
  calendar: ({ time }) => [
    `INSERT INTO calendar_entries (kind, title, text, servers, begins_at, minutes, repeat, repeat_until, rates, over_at, revision, created_by, updated_at) VALUES ('wipe', 'a', '', '[]', ${time}, 0, 'monthly', NULL, '[]', NULL, 1, 'a', ${time}), ('rates', 'b', 't', '["s"]', ${time}, 60, 'never', ${time}, '[{"name":"n","value":"v"}]', ${time}, 2, 'a', ${time})`,
  ],
  queue: ({ time }) => [
    `INSERT INTO labels (name, name_key, colour, created_at) VALUES ('Refund', 'refund', 'red', ${time}), ('VIP', 'vip', 'violet', ${time})`,
    `INSERT INTO ticket_labels VALUES (1, 1), (1, 2)`,
    `UPDATE tickets SET assignee_id = 'a', priority = 0, last_message_id = 1 WHERE id = 1`,
  ],
  waiting_tickets: ({ time }) => [
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at, waiting_since) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, ${time}), ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, NULL)`,
  ],
  maintenance: ({ time }) => [
    `INSERT INTO maintenance (reason, expected_end, begun_at, begun_by, ended_at, ended_by) VALUES ('a', ${time}, ${time}, 'a', ${time}, 'b'), ('b', NULL, ${time}, 'a', NULL, NULL)`,
  ],
  news: ({ time, no, yes }) => [
    `INSERT INTO news (slug, title, summary, text, body, publish_at, is_published, pinned_from, pinned_until, notifies, revision, created_by, created_at, updated_at) VALUES ('a', 'A', 's', 't', '{}', ${time}, ${yes}, ${time}, ${time}, ${yes}, 1, 'a', ${time}, ${time}), ('b', 'B', 's', 't', '{}', ${time}, ${no}, NULL, NULL, ${no}, 2, 'a', ${time}, ${time})`,
  ],
  site_pictures: ({ time, bytes }) => [
    `INSERT INTO site_pictures VALUES ('k', ${bytes}, 1, 2, ${time}, 'a'), ('l', ${bytes}, 3, 4, ${time}, 'b')`,
  ],
  audit_notes: () => [`INSERT INTO audit_notes VALUES (1, 'a', 'w'), (2, NULL, 'x')`],
  thumbnails_and_news_drafts: ({ time, bytes }) => [
    `INSERT INTO site_pictures VALUES ('m', ${bytes}, 900, 600, ${time}, 'a', ${bytes}), ('n', ${bytes}, 3, 4, ${time}, 'b', NULL)`,
    `INSERT INTO news_drafts (news_id, news_revision, content, revision, updated_at, updated_by) VALUES (NULL, 0, '{}', 1, ${time}, 'a'), (1, 1, '{"title":"t"}', 2, ${time}, 'b')`,
  ],
  team: ({ time }) => [
    `INSERT INTO team_roles VALUES ('r', 'Helper', 'helper', '["tickets"]', 1, ${time}), ('s', 'Scout', 'scout', '[]', 2, ${time})`,
    `INSERT INTO team_members VALUES ('a', 'moderator', ${time}, NULL), ('a', 'r', ${time}, 'b')`,
    `UPDATE users SET team = '{"roles":["Helper"],"permissions":["tickets"]}' WHERE id = 'a'`,
  ],
  confirmed_sessions: ({ time, no, yes }) => [
    `INSERT INTO sessions (id, user_id, created_at, expires_at, last_used_at, browser, address, confirmed_at, has_second_factor) VALUES ('u', 'a', ${time}, ${time}, ${time}, 'Firefox', '', NULL, ${no}), ('v', 'a', ${time}, ${time}, ${time}, '', '', ${time}, ${yes})`,
  ],
  play_weeks: () => [
    `INSERT INTO play_weeks VALUES ('a', '2026-01-05', 'ark-se', 'ark-se-ragnarok', 9, 63), ('b', '2026-01-05', 'eco', '', 2, 0)`,
  ],
  passkeys: ({ time, bytes, no, yes }) => [
    `INSERT INTO passkeys VALUES ('p', 'a', 'localhost', 'Phone', ${bytes}, 0, '["internal"]', ${yes}, ${yes}, ${time}, ${time}), ('q', 'a', 'localhost', 'Key', ${bytes}, 4294967295, '[]', ${no}, ${no}, ${time}, NULL)`,
    `INSERT INTO passkey_challenges VALUES ('h', 'login', 'b', ${time}), ('i', 'add', 'c', ${time})`,
  ],
  factors: ({ time }) => [
    `INSERT INTO totp_factors VALUES ('a', 'sealed', ${time}, 7, ${time}), ('b', 'sealed', ${time}, 0, NULL)`,
    `INSERT INTO recovery_codes VALUES ('h', 'a', ${time}, NULL), ('i', 'a', ${time}, ${time})`,
    `INSERT INTO pending_logins VALUES ('h', 'a', 'password', 'b', 'p', 0, ${time}), ('i', 'b', 'discord', 'b', 'p', 5, ${time})`,
  ],
  saved_replies: ({ time }) => [
    `INSERT INTO saved_replies (owner_id, title, text, revision, updated_at) VALUES (NULL, 't', 'x', 1, ${time}), ('a', 'u', 'y', 2, ${time})`,
    `INSERT INTO saved_reply_uses VALUES ('a', 1, ${time}), ('b', 1, ${time})`,
    `INSERT INTO ticket_entries (ticket_id, act, actor_id, at, details) VALUES (1, 'merged', 'a', ${time}, '["1","2"]')`,
  ],
  webhooks: ({ time }) => [
    `INSERT INTO webhooks VALUES ('h', '#alerts', 'discord', 'sealed', 'https://discord.com/…', 'sealed', '["ticket.created"]', ${time}, NULL, 0, NULL, NULL), ('i', 'Bot', 'https', 'sealed', 'https://bot.example/…', 'sealed', '[]', ${time}, ${time}, 50, ${time}, 'answered 500')`,
    `INSERT INTO webhook_deliveries (webhook_id, event, payload, created_at, attempts, next_attempt_at, sent_at, error) VALUES ('h', 'ticket.created', '{"title":"t","text":"","path":"/","data":{}}', ${time}, 1, NULL, ${time}, NULL), ('i', 'server.down', '{"title":"t","text":"","path":"/","data":{}}', ${time}, 3, ${time}, NULL, 'answered 500')`,
  ],
  ticket_notes: ({ time }) => [
    `INSERT INTO ticket_notes (ticket_id, author_id, content, created_at, edited_at) VALUES (1, 'a', 'n', ${time}, NULL), (2, 'b', 'm', ${time}, ${time})`,
  ],
  strikes: ({ time, no, yes }) => [
    `INSERT INTO strikes (user_id, issued_by, issued_at, rule_id, rule_number, rule_text, reason, remark, evidence, ticket_id, ends_at, forbids_writing, forbids_buying, forbids_earning, forbids_playing, lifted_at, lifted_by) VALUES ('b', 'a', ${time}, 'ase-1-1', 'ASE 1.1', 't', 'r', '', '[]', NULL, NULL, ${yes}, ${no}, ${no}, ${yes}, NULL, NULL), ('b', 'a', ${time}, '', '', '', 'r', 'm', '["https://example.test/a"]', 1, ${time}, ${no}, ${no}, ${no}, ${no}, ${time}, 'a')`,
    `INSERT INTO bans VALUES ('steam', '1', 1, NULL, ${yes}, 1), ('epic', '2', 1, ${time}, ${no}, 2)`,
    `INSERT INTO struck_accounts VALUES ('h', 1), ('i', 1)`,
  ],
  desk: ({ time }) => [
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at, waiting_since, answers, first_answered_at, due_at, due_warned_at, overdue_at, quiet_warned_at) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, ${time}, '[{"key":"k","label":"K","value":"v"}]', ${time}, ${time}, ${time}, ${time}, NULL), ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, NULL, NULL, NULL, NULL, NULL, NULL, ${time})`,
  ],
  ticket_figures: ({ time, no, yes }) => [
    `INSERT INTO ticket_figures (week, category, helper_id, opened, closed, answer_seconds, solution_seconds, solved, unsolved) VALUES ('2026-11-23', 'Bug', 'a', 2, 1, '[60,90]', '[120]', 1, 0), ('2026-11-23', 'Bug', NULL, 1, 0, '[]', '[]', 0, 0)`,
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at, closed_at, first_answered_at, first_answered_by, closed_by_silence, solved_by_team) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'closed', 'b', ${time}, ${time}, ${time}, ${time}, 'a', ${yes}, NULL), ('s', 'Bug', 'Eco', 'Eco', 'd', 'closed', 'b', ${time}, ${time}, ${time}, NULL, NULL, ${no}, ${yes})`,
  ],
  merging: ({ time }) => [
    `INSERT INTO point_entries (user_id, kind, delta, balance, reason, reference, actor_id, at) VALUES ('b', 'merge', 5, 5, 'r', 'merge:1:in', 'a', ${time})`,
  ],
  // A column and an index alone.
  erasing: () => [],
  archives: ({ time, bytes }) => [
    `INSERT INTO archives VALUES ('a', 'r', 'ready', ${time}, 1, ${time}, ${time}, ${time}, 9), ('b', 's', 'waiting', ${time}, 0, ${time}, NULL, NULL, NULL)`,
    `INSERT INTO archive_parts VALUES ('r', 0, ${bytes}), ('r', 1, ${bytes})`,
  ],
  thread_writing: ({ time, no, yes }) => [
    `INSERT INTO messages (ticket_id, author_id, content, html, img_urls, created_at, edited_at, removed_at) VALUES (1, 'a', '*m*', '<p><em>m</em></p>', '[]', ${time}, ${time}, NULL), (1, 'b', '', NULL, '[]', ${time}, NULL, ${time})`,
    `INSERT INTO message_mentions VALUES (1, 'a'), (1, 'b')`,
    `INSERT INTO ticket_seen VALUES (1, 'a', 1, ${time}), (1, 'b', 1, ${time})`,
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at, waiting_since, answered_at, closed_at, solved, solved_word) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, NULL, ${time}, NULL, NULL, NULL), ('s', 'Bug', 'Eco', 'Eco', 'd', 'closed', 'a', ${time}, ${time}, NULL, NULL, ${time}, ${yes}, 'w'), ('s', 'Bug', 'Eco', 'Eco', 'd', 'closed', 'a', ${time}, ${time}, NULL, NULL, ${time}, ${no}, NULL)`,
  ],
  strike_attachments: () => [`INSERT INTO strike_attachments VALUES (1, 'q', 0), (2, 'q', 0)`],
  attachments: ({ time, no, yes }) => [
    `INSERT INTO attachments VALUES ('p', 'a', NULL, NULL, 0, 'picture', 'uploading', 'k', 'a.png', '', 0, NULL, NULL, ${no}, ${time}), ('q', 'b', 1, NULL, 1, 'picture', 'sent', 'l', '', 'A hole', 9, 3, 4, ${yes}, ${time}), ('r', NULL, 1, NULL, 0, 'text', 'removed', 'm', '', '', 7, NULL, NULL, ${no}, ${time})`,
  ],
  factor_resets: ({ time }) => [
    `INSERT INTO factor_resets VALUES ('a', 'i', ${time}, ${time}, ${time}), ('b', 'j', ${time}, ${time}, NULL)`,
    `INSERT INTO one_time_codes VALUES ('k', 'a', 'factors', ${time}, ${time}, NULL)`,
  ],
  known_places: ({ time }) => [
    `INSERT INTO known_places VALUES ('a', 'browser', 'h', ${time}), ('a', 'network', 'h', ${time})`,
    `INSERT INTO one_time_codes VALUES ('signout', 'a', 'signout', ${time}, ${time}, NULL)`,
  ],
  push_subscriptions: ({ time }) => [
    `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, browser, created_at, seen_at, pushed_at, refusals, refusal) VALUES ('a', 's', 'https://push.example/1', 'p', 'q', 'Firefox', ${time}, ${time}, ${time}, 0, NULL), ('b', 't', 'https://push.example/2', 'p', 'q', '', ${time}, ${time}, NULL, 3, '403')`,
    `INSERT INTO push_notices (subscription_id, user_id, topic, notification_id, ticket_id, text, link, created_at, due_at, attempts, error) VALUES (1, 'a', 'tickets', 1, 1, 't', '/', ${time}, ${time}, 1, '503'), (2, 'b', NULL, NULL, NULL, 't', '/', ${time}, ${time}, 0, NULL)`,
    `INSERT INTO push_broadcasts VALUES (1, 0, ${time}), (2, 5, ${time})`,
  ],
  strike_notices: ({ time, no, yes }) => [
    `INSERT INTO notice_settings (user_id, strikes_mail, strikes_push, updated_at) VALUES ('c', ${no}, ${yes}, ${time})`,
    `INSERT INTO push_notices (subscription_id, user_id, topic, notification_id, ticket_id, text, link, created_at, due_at, attempts, error) VALUES (1, 'a', 'strikes', 1, NULL, 't', '/', ${time}, ${time}, 0, NULL)`,
  ],
  notice_settings: ({ time, no, yes }) => [
    `INSERT INTO notice_settings (user_id, tickets_mail, news_bell, news_bell_since, quiet_from_minute, quiet_until_minute, time_zone, digest_hour, updated_at) VALUES ('a', ${no}, ${yes}, ${time}, 1320, 420, 'Europe/Berlin', 18, ${time}), ('b', NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${time})`,
    `INSERT INTO notice_mails (user_id, topic, ticket_id, message_id, notification_id, created_at, due_at) VALUES ('a', 'tickets', 1, 1, NULL, ${time}, ${time}), ('b', 'shop', NULL, NULL, 1, ${time}, ${time})`,
  ],
  address_changes: ({ time, no }) => [
    `INSERT INTO address_requests VALUES ('a', 'r', 'new@b.c', ${no}, ${time}, ${time}), ('b', 's', 'new@c.d', ${no}, ${time}, ${time})`,
    `INSERT INTO address_changes VALUES ('c', 'a', 'Old@b.c', 'old@b.c', ${time}, ${time}), ('d', 'b', 'Old@c.d', 'old@c.d', ${time}, ${time})`,
    `INSERT INTO one_time_codes (hash, user_id, kind, about, created_at, expires_at) VALUES ('address', 'a', 'address', 'r', ${time}, ${time}), ('revert', 'a', 'revert', 'c', ${time}, ${time})`,
  ],
  warned_resets: ({ time }) => [
    `UPDATE factor_resets SET mail_id = 1 WHERE user_id = 'a'`,
    `INSERT INTO one_time_codes (hash, user_id, kind, created_at, expires_at) VALUES ('stop', 'a', 'signout', ${time}, ${time})`,
  ],
  quiet_tickets: ({ time }) => [
    `INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at, answered_at, quiet_since) VALUES ('s', 'Bug', 'Eco', 'Eco', 'd', 'Open', 'a', ${time}, ${time}, ${time}, ${time})`,
  ],
  merge_codes: ({ time }) => [
    `INSERT INTO one_time_codes (hash, user_id, kind, about, created_at, expires_at) VALUES ('merge', 'a', 'merge', 'b', ${time}, ${time}), ('merge-2', 'b', 'merge', 'a', ${time}, ${time})`,
  ],
  calendar_begins: ({ time }) => [
    `INSERT INTO calendar_entries (kind, title, text, servers, begins_at, minutes, repeat, repeat_until, rates, over_at, revision, created_by, updated_at) VALUES ('event', 'c', '', '[]', ${time}, 0, 'never', NULL, '[]', ${time}, 1, 'a', ${time})`,
  ],
  fewer_scans: () => [],
};

/** What a migration empties on purpose. */
const EMPTIED: Readonly<Record<string, readonly string[]>> = { hashed_sessions: ["sessions"] };

export const emptiedBy = (migration: string): readonly string[] =>
  EMPTIED[migration.slice("0000_".length)] ?? [];

/** What a migration renames: the table's name before and after. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shop_events: { store_events: "shop_events" },
  search_terms: { user_words: "user_search_terms", ticket_words: "ticket_search_terms" },
};

export const renamedBy = (migration: string): Readonly<Record<string, string>> =>
  RENAMED[migration.slice("0000_".length)] ?? {};

/** @throws for a migration without an entry above. */
export const fillAfter = (engine: Engine, migration: string): readonly string[] => {
  const rows = ROWS[migration.slice("0000_".length)];
  if (rows === undefined) throw new Error(`tests/store/fill.ts lacks rows for ${migration}.`);
  return rows(LITERALS[engine]);
};
