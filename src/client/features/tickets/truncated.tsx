import { TRUNCATION } from "#shared/constants/tickets.ts";
import { truncate } from "./truncate.ts";

type TruncatedProps = { text: string; part: keyof (typeof TRUNCATION)["desktop"] };

/** As much of a text as its place in a list allows [TICK-12]; the whole of it shows on hover. */
export const Truncated = ({ text, part }: TruncatedProps) => {
  const short = truncate(text, TRUNCATION.phone[part]);
  const long = truncate(text, TRUNCATION.desktop[part]);
  return short === long ? (
    <bdi title={short.endsWith("…") ? text : undefined}>{short}</bdi>
  ) : (
    <bdi title={text}>
      <span className="md:hidden">{short}</span>
      <span className="hidden md:inline">{long}</span>
    </bdi>
  );
};
