import { useId } from "react";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { Label } from "#client/components/ui/field.tsx";
import { useGameName } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { BRIDGE_SCOPE_TEXTS } from "#shared/bridge-messages.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";

const KeyChoice = ({
  bridgeKey: { name, games, scopes },
  isKept,
  onChange,
}: {
  bridgeKey: BridgeKey;
  isKept: boolean;
  onChange: (isKept: boolean) => void;
}) => {
  const id = useId();
  const gameName = useGameName();
  return (
    <li className="flex min-h-9 items-start gap-3 py-1">
      <Checkbox
        id={id}
        checked={isKept}
        aria-describedby={`${id}-text`}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="min-w-0">
        <Label htmlFor={id} className="wrap-anywhere">
          Keep {name}
        </Label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {games.map(gameName).join(", ")}:{" "}
          {scopes.map((scope) => BRIDGE_SCOPE_TEXTS[scope].label.toLowerCase()).join(", ")}
        </p>
      </div>
    </li>
  );
};

type MakerKeysProps = {
  /** Whose keys. */
  userId: string;
  keptKeyIds: readonly string[];
  onChange: (keptKeyIds: readonly string[]) => void;
};

/** The bridge keys that end with somebody's role, and which of them are to go on; nothing for none. */
export const MakerKeys = ({ userId, keptKeyIds, onChange }: MakerKeysProps) => {
  const { data: keys, isError } = trpc.bridge.keysOf.useQuery({ id: userId }, { staleTime: 0 });
  if (isError) return <p>{ADMINISTRATION.keysUnlisted}</p>;
  if (keys === undefined || keys.length === 0) return null;
  return (
    <div>
      <p>{ADMINISTRATION.keysEnd}</p>
      <ul className="-mx-1.5 mt-1 max-h-52 overflow-y-auto p-1.5">
        {keys.map((key) => (
          <KeyChoice
            key={key.id}
            bridgeKey={key}
            isKept={keptKeyIds.includes(key.id)}
            onChange={(isKept) =>
              onChange(isKept ? [...keptKeyIds, key.id] : keptKeyIds.filter((id) => id !== key.id))
            }
          />
        ))}
      </ul>
    </div>
  );
};
