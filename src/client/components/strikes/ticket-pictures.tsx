import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { trpc } from "#client/lib/trpc.ts";
import { STRIKE_FORM } from "#shared/strike-screen-messages.ts";

type TicketPicturesProps = {
  ticketId: number;
  /** By their ids. */
  chosen: readonly string[];
  /** Whether no further one can be chosen. */
  isFull: boolean;
  onChoose: (chosen: readonly string[]) => void;
};

/** Pictures that were sent on a ticket, to be chosen as evidence of a strike; nothing where there is none. */
export const TicketPictures = ({ ticketId, chosen, isFull, onChoose }: TicketPicturesProps) => {
  const { data = [], isError } = trpc.strikes.ticketPictures.useQuery({ ticketId });
  if (isError)
    return (
      <p role="alert" className="text-sm text-ember">
        {STRIKE_FORM.ticketPicturesFailed}
      </p>
    );
  if (data.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{STRIKE_FORM.ticketPictures}</legend>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, alt, url, smallUrl }, at) => {
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              <Label className="relative block size-24 cursor-pointer overflow-clip rounded-lg border border-ground-600 bg-ground-950 has-data-[state=checked]:border-accent">
                <img
                  src={smallUrl ?? url}
                  alt=""
                  width={96}
                  height={96}
                  loading="lazy"
                  className="size-full object-cover"
                />
                <Checkbox
                  className="absolute top-1.5 left-1.5"
                  aria-label={STRIKE_FORM.ticketPicture(alt, at + 1, data.length)}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onCheckedChange={(checked) =>
                    onChoose(
                      checked === true ? [...chosen, id] : chosen.filter((one) => one !== id),
                    )
                  }
                />
              </Label>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
};
