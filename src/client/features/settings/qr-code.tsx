import { useEffect, useState } from "react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";

/** Empty modules around the picture, without which cameras do not find it. */
const QUIET_MODULES = 4;

type Drawn = { path: string; size: number };

const draw = async (text: string): Promise<Drawn> => {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { path, size };
};

type QrCodeProps = {
  text: string;
  /** What it is, for whoever does not see it. */
  label: string;
};

/** A text as a picture for cameras: dark on light, whatever the site's colours are. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      // Whoever cannot load it types the key, which stands beside it.
      const next = await draw(text).catch(() => null);
      if (!isGone) setDrawn(next);
    };
    void show();
    return () => {
      isGone = true;
    };
  }, [text]);
  if (drawn === null) return <Skeleton className="aspect-square w-56 max-w-full rounded-lg" />;
  return (
    <svg
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="aspect-square w-56 max-w-full rounded-lg bg-white"
    >
      <path d={drawn.path} fill="#000" />
    </svg>
  );
};
