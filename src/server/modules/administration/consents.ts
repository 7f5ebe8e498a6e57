import { noteRead } from "#server/access/note-read.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { readConsentsOf } from "#server/modules/consents/index.ts";
import type { MemberConsents } from "#shared/schemas/consents.ts";

/** What a member agreed to. @throws {AppError} `not_found`. */
export const readMemberConsents = async (
  ctx: MemberCtx,
  { id }: { id: string },
): Promise<MemberConsents> => {
  await noteRead(ctx, { action: "member.read", subject: id });
  return await readConsentsOf(ctx.read, id);
};
