import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import {
  type ConsentKind,
  type ConsentWay,
  MARKETING_VERSION,
} from "#shared/constants/consents.ts";
import { policiesOf, versionShown } from "./policies.ts";

export type ConsentRow = Tables["consents"]["$inferSelect"];

type NewConsent = {
  userId: string;
  kind: ConsentKind;
  version: number;
  isGiven: boolean;
  way: ConsentWay;
  /** Now where it is left out. */
  at?: Date;
};

/** Writes down what somebody agreed to, refused or withdrew, in the caller's transaction [CONSENT-01]. */
export const recordConsents = async (tx: Tx, consents: readonly NewConsent[]): Promise<void> => {
  if (consents.length === 0) return;
  const now = tx.clock.now();
  await tx.insert(tx.tables.consents).values(consents.map((consent) => ({ at: now, ...consent })));
};

/** Writes down who wants news by email, or does not any more, in the caller's transaction. */
export const recordMarketing = (
  tx: Tx,
  given: readonly Pick<NewConsent, "userId" | "isGiven" | "way">[],
): Promise<void> =>
  recordConsents(
    tx,
    given.map((consent) => ({ ...consent, kind: "marketing", version: MARKETING_VERSION })),
  );

/** What a person said last of each kind, and all that they said, the newest first; at most `max`. */
export const readConsents = async (
  { select, tables: { consents: t } }: Reader,
  userId: string,
  max: number,
): Promise<ConsentRow[]> =>
  await select().from(t).where(eq(t.userId, userId)).orderBy(desc(t.id)).limit(max);

/** What somebody said last of one kind; null for nothing. */
export const lastConsent = async (
  { select, tables: { consents: t } }: Reader,
  userId: string,
  kind: ConsentKind,
): Promise<ConsentRow | null> => {
  const [found] = await select()
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.kind, kind)))
    .orderBy(desc(t.id))
    .limit(1);
  return found ?? null;
};

/**
 * What a registration agrees to, in its transaction. A form that shows the texts sends the version of the
 * site whose texts they are; an older client shows none, and nobody is said to have agreed to what they
 * did not see: that is written down as well, and the site asks at the next visit [CONSENT-03].
 */
export const recordRegistration = async (
  tx: Tx,
  { userId, agreesTo }: RegistrationConsent,
): Promise<void> => {
  const consents: NewConsent[] = [];
  for (const kind of policiesOf(tx.config)) {
    const { version } = await versionShown(tx, kind, agreesTo ?? undefined);
    const isGiven = agreesTo != null;
    consents.push({ userId, kind, version, isGiven, way: "registration" });
  }
  await recordConsents(tx, consents);
};

type RegistrationConsent = {
  userId: string;
  /** The site's version whose texts were shown; null where none were. */
  agreesTo: number | null | undefined;
};

/** Removes what a registration said that is removed as a whole, in the caller's transaction. */
export const forgetConsents = async (tx: Tx, userId: string): Promise<void> => {
  const { consents: t } = tx.tables;
  await tx.delete(t).where(eq(t.userId, userId));
};
