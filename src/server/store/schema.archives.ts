import { ARCHIVE_STATES } from "#shared/constants/archives.ts";
import type { Kit } from "./columns.ts";

/** The id of a user, who cannot be removed while the row is there. */
type UserId = (name?: string) => ReturnType<ReturnType<Kit["text"]>["notNull"]>;

/** What people have asked to take along. */
export const archiveTables = (kit: Kit, userId: UserId) => ({
  /** One of each person: the newest that they asked for. */
  archives: kit.table(
    "archives",
    {
      userId: userId().primaryKey(),
      /** Names one making of it: what is left of an earlier one is no part of it. */
      run: kit.text("run").notNull(),
      state: kit.choice("state", ARCHIVE_STATES).notNull(),
      askedAt: kit.time("asked_at").notNull(),
      /** How often its making was begun. */
      attempts: kit.integer("attempts").notNull(),
      nextAttemptAt: kit.time("next_attempt_at").notNull(),
      /** Null until it is ready, as are the two below. */
      readyAt: kit.time("ready_at"),
      expiresAt: kit.time("expires_at"),
      sizeBytes: kit.integer("size_bytes"),
    },
    (t) => [
      kit.index("archives_due").on(t.state, t.nextAttemptAt),
      kit.index("archives_expires").on(t.state, t.expiresAt),
    ],
  ),
  /** The file in pieces, so that it is never in memory as a whole, and every instance can hand it out. */
  archiveParts: kit.table(
    "archive_parts",
    {
      run: kit.text("run").notNull(),
      /** Counted from 0. */
      part: kit.integer("part").notNull(),
      body: kit.bytes("body").notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.run, t.part] })],
  ),
});
