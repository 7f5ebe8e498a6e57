import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGES } from "#shared/messages.ts";
import { hasStatus, titleOf } from "#shared/rules/community.ts";
import type { CommunityGame } from "#shared/schemas/community/play.ts";
import { SERVER } from "#shared/server-messages.ts";
import { Address, GameInfo } from "./game-info.tsx";

/** The servers of a game that nobody can ask how they are: where people join them. */
const Addresses = ({ game }: { game: CommunityGame }) => {
  const { data, isError, isFetching, refetch } = trpc.servers.board.useQuery({ game: game.key });
  if (data !== undefined && data.length === 0) return null;
  return (
    <section aria-labelledby="addresses-title" className="mb-8" aria-busy={data === undefined}>
      <h2 id="addresses-title" className="font-display text-2xl font-extrabold">
        {SERVER.addresses}
      </h2>
      {data !== undefined ? (
        <ul className="mt-3 grid gap-4">
          {data.map((row) => (
            <li key={row.key}>
              <h3 className="mb-2 font-semibold wrap-anywhere">{row.name}</h3>
              <Address row={row} />
            </li>
          ))}
        </ul>
      ) : isError ? (
        <LoadFailed
          message={MESSAGES.statusFailed}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="mt-3 h-36 w-full" />
      )}
    </section>
  );
};

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
          {!hasStatus(game) && <Addresses game={game} />}
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
