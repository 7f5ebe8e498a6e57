import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { titleOf } from "#shared/rules/community.ts";
import type { CommunityGame } from "#shared/schemas/community/play.ts";
import { SERVER } from "#shared/server-messages.ts";
import { GameInfo } from "./game-info.tsx";

type ServerInfoDialogProps = { game: CommunityGame; isOpen: boolean; onClose: () => void };

/** Rates and rules of the house of one game. */
const ServerInfoDialog = ({ game, isOpen, onClose }: ServerInfoDialogProps) => {
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>
        <div className="border-b border-ground-700 p-5 pr-16 sm:p-6 sm:pr-16">
          <p className="eyebrow">Server Info</p>
          <DialogTitle className="headline mt-1 text-4xl">{titleOf(game)}</DialogTitle>
          <DialogDescription className="sr-only">{SERVER.ratesOf(titleOf(game))}</DialogDescription>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <section className="overflow-y-auto p-5 sm:p-6" tabIndex={0} aria-label="Details">
          <GameInfo game={game} />
        </section>
        <div className="flex justify-end border-t border-ground-700 p-4">
          <DialogClose asChild>
            <Button variant="outline">Close</Button>
          </DialogClose>
        </div>
      </DialogContent>
    </Dialog>
  );
};

export default ServerInfoDialog;
