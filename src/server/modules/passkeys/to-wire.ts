import { z } from "zod";
import { PASSKEY_TRANSPORTS, type PasskeyTransport } from "#shared/constants/passkeys.ts";
import type { Passkey } from "#shared/schemas/passkeys.ts";

const kept = z.array(z.enum(PASSKEY_TRANSPORTS)).catch([]);

/** How browsers reach a passkey, as it is kept. */
export const transportsIn = (column: unknown): PasskeyTransport[] => kept.parse(column);

type Row = Omit<Passkey, "addedAt" | "lastUsedAt" | "isSynced" | "isUsable"> & {
  rpId: string;
  isBackedUp: boolean;
  addedAt: Date;
  lastUsedAt: Date | null;
};

/** @param rpId the site's own; null where it has none. */
export const passkeyOnWire = (row: Row, rpId: string | null): Passkey => ({
  id: row.id,
  name: row.name,
  addedAt: row.addedAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isSynced: row.isBackedUp,
  isUsable: row.rpId === rpId,
});
