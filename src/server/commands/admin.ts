import {
  createAdmin,
  listAdmins,
  makePasswordLinkFor,
  promoteMember,
  resetSecondFactorOf,
  verifyAddress,
} from "#server/modules/administration/index.ts";
import { ADMIN_COMMAND } from "#shared/people-messages.ts";
import {
  type Command,
  type CommandContext,
  type Commands,
  withAuth,
  withStore,
} from "./command.ts";

/** A link as it is printed; with a warning where it leads to this machine alone. */
const linkText = ({ config }: CommandContext, link: string): string =>
  config.isPublicUrlSet
    ? ADMIN_COMMAND.link(link)
    : `${ADMIN_COMMAND.link(link)}\n${ADMIN_COMMAND.noPublicUrl}`;

const create: Command["run"] = async (context, given) => {
  const { email, isNew, link } = await withStore(context, "admin create", (ctx) =>
    createAdmin(ctx, { email: given }),
  );
  const is = isNew ? ADMIN_COMMAND.created(email) : ADMIN_COMMAND.isThere(email);
  return `${is} ${linkText(context, link)}`;
};

const verify: Command["run"] = async (context, given) => {
  const { email, isNew } = await withStore(context, "admin verify", (ctx) =>
    verifyAddress(ctx, { email: given }),
  );
  return isNew ? ADMIN_COMMAND.confirmed(email) : ADMIN_COMMAND.isConfirmed(email);
};

const promote: Command["run"] = async (context, given) => {
  const { email, isNew } = await withStore(context, "admin promote", (ctx) =>
    promoteMember(ctx, { email: given }),
  );
  return isNew ? ADMIN_COMMAND.created(email) : ADMIN_COMMAND.isThere(email);
};

const resetLink: Command["run"] = async (context, given) => {
  const { email, link } = await withStore(context, "admin reset-link", (ctx) =>
    makePasswordLinkFor(ctx, { email: given }),
  );
  return `${ADMIN_COMMAND.newPassword(email)} ${linkText(context, link)}`;
};

const resetFactor: Command["run"] = async (context, given) => {
  const { email } = await withAuth(context, "admin reset-second-factor", (ctx) =>
    resetSecondFactorOf(ctx, { email: given }),
  );
  return ADMIN_COMMAND.factorReset(email);
};

const list: Command["run"] = async (context) => {
  const admins = await withStore(context, "admin list", listAdmins);
  if (admins.length === 0) return ADMIN_COMMAND.none;
  const widest = Math.max(...admins.map(({ email }) => email.length));
  return admins
    .map(
      ({ email, name, state }) =>
        `${email.padEnd(widest)}  ${name} (${ADMIN_COMMAND.states[state]})`,
    )
    .join("\n");
};

/** What the owner does to an account without the site. */
export const ADMIN_COMMANDS: Commands = {
  "admin create": { takes: ["EMAIL"], run: create },
  "admin verify": { takes: ["EMAIL"], run: verify },
  "admin promote": { takes: ["EMAIL"], run: promote },
  "admin reset-link": { takes: ["EMAIL"], run: resetLink },
  "admin reset-second-factor": { takes: ["EMAIL"], run: resetFactor },
  "admin list": { takes: [], run: list },
};
