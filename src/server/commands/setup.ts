import { makeSetupLink } from "#server/modules/setup/index.ts";
import { refuseStray } from "#server/store/refuse-stray.ts";
import { SETUP_COMMAND } from "#shared/setup-messages.ts";
import { type Commands, withStore } from "./command.ts";

/** How a site begins. */
export const SETUP_COMMANDS: Commands = {
  setup: {
    takes: [],
    makesDatabase: true,
    run: async (context) => {
      const { publicUrl, isPublicUrlSet } = context.config;
      await refuseStray(context.config);
      const { token, until } = await withStore(context, "setup", (ctx) => makeSetupLink(ctx));
      const link = SETUP_COMMAND.link(`${publicUrl}/setup?token=${token}`, until.toISOString());
      return isPublicUrlSet ? link : `${link}\n\n${SETUP_COMMAND.noPublicUrl}`;
    },
  },
};
