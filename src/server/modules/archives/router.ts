import { memberProcedure, router } from "#server/procedures/init.ts";
import { archiveDownload, archiveStatus } from "#shared/schemas/administration.ts";
import { askArchive, openArchive, readArchive } from "./index.ts";

/** Everything about oneself, to take along. */
export const archivesRouter = router({
  read: memberProcedure.output(archiveStatus).query(({ ctx }) => readArchive(ctx)),
  ask: memberProcedure.output(archiveStatus).mutation(({ ctx }) => askArchive(ctx)),
  open: memberProcedure.output(archiveDownload).query(({ ctx }) => openArchive(ctx)),
});
