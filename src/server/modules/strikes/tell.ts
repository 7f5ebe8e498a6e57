import type { Tx } from "#server/context/context.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { STRIKE_NOTICES } from "#shared/strike-messages.ts";
import { momentIn } from "./enforce.ts";
import type { Target } from "./may.ts";
import { forbidsOf, type StrikeRow } from "./state.ts";

/** Where the member finds a strike. */
const linkOf = (id: number): string => `/member/strikes#strike-${id}`;

/**
 * Tells the member of a new strike, or of one that was lifted, in the caller's transaction: by the bell in any
 * case, by mail and push as they have chosen.
 */
export const tellMember = async (tx: Tx, user: Target, row: StrikeRow): Promise<void> => {
  const forbids = forbidsOf(row);
  const until = row.endsAt === null ? null : momentIn(tx, row.endsAt);
  const isLifted = row.liftedAt !== null;
  const subject = isLifted
    ? STRIKE_NOTICES.lifted(row.id)
    : STRIKE_NOTICES.issued(row.id, forbids.length === 0);
  const lines = isLifted
    ? [STRIKE_NOTICES.liftedText(row.liftReason)]
    : [
        forbids.length === 0 ? STRIKE_NOTICES.warning : STRIKE_NOTICES.forbids(forbids, until),
        ...(row.ruleNumber === "" ? [] : [STRIKE_NOTICES.rule(row.ruleNumber)]),
        STRIKE_NOTICES.reason(row.reason),
        STRIKE_NOTICES.appeal,
      ];
  const about = { subject, link: linkOf(row.id), kind: "news" as const, topic: "strikes" as const };
  await tx.notify({ ...about, userIds: [user.id], message: lines.join("\n") });
  if (tx.config.mail === null || user.email === null) return;
  // An address that nobody has proven may be a stranger's.
  if (user.verifiedAt === null || user.deactivatedAt !== null) return;
  const preferencesFor = await preferencesOf(tx, [user.id]);
  if (!isWanted(preferencesFor(user.id), "strikes", "mail")) return;
  await queueMail(tx, {
    to: { name: fullName(user), address: user.email },
    template: "strike",
    data: { firstName: user.firstName, strikeId: row.id, isLifted, subject, paragraphs: lines },
  });
};
