import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { fontCss, siteOf } from "#server/modules/community/index.ts";
import { renderSample } from "#server/modules/mail/index.ts";
import type { DisplayFont } from "#shared/constants/fonts.ts";
import type { MailName } from "#shared/schemas/community/mails.ts";
import type { VersionLook } from "#shared/schemas/site-document.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";
import { draftConfig } from "./draft-state.ts";
import { versionConfig } from "./version-config.ts";

/** What browsers would be told with all drafts that are good. */
export const previewSite = async ({ read, assets }: MemberCtx): Promise<SiteConfig> =>
  siteOf(await draftConfig(read), assets.buildId, assets.paths?.());

/**
 * What browsers would be told were a version published again, and how that looks: only what is published
 * has a style sheet.
 * @throws {AppError} `not_found` where there is none, or this program cannot show what it says.
 */
export const previewVersion = async (
  { read, assets }: MemberCtx,
  { id }: { id: number },
): Promise<{ site: SiteConfig; look: VersionLook }> => {
  const config = await versionConfig(read, id);
  if (config === null) throw new AppError("not_found", SITE_VERSIONS.notShown);
  const { accent, background, font } = config.community.brand;
  return {
    site: siteOf(config, assets.buildId, assets.paths?.()),
    look: { accent, background, font },
  };
};

/** A mail as the Admin who asks would get it now, were all drafts published that are good. */
export const previewMail = async (
  { read, tables: { users }, clock, actor }: MemberCtx,
  { mail }: { mail: MailName },
): Promise<{ subject: string; text: string; html: string }> => {
  const config = await draftConfig(read);
  const [reader] = await read
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, actor.userId));
  return renderSample(mail, config, { firstName: reader?.firstName ?? "", at: clock.now() });
};

/** The style of a typeface that is not published. */
export const previewFont = (
  { assets }: Pick<MemberCtx, "assets">,
  { font }: { font: DisplayFont },
): { css: string } => ({ css: fontCss(font, assets.paths?.() ?? []) });
