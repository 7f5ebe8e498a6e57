ALTER TABLE `tickets` ADD `waiting_since` integer;--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`status`,`waiting_since`,`id`);--> statement-breakpoint
UPDATE tickets SET waiting_since = coalesce((
  SELECT min(m.created_at) FROM messages m WHERE m.ticket_id = tickets.id AND m.id > (
    SELECT max(a.id) FROM messages a JOIN users u ON u.id = a.author_id WHERE a.ticket_id = tickets.id AND u.role = 'Admin'
  )
), created_at) WHERE NOT EXISTS (
  SELECT 1 FROM messages m JOIN users u ON u.id = m.author_id WHERE u.role = 'Admin' AND m.id = (
    SELECT max(l.id) FROM messages l WHERE l.ticket_id = tickets.id
  )
);