import { THREAD_STATE } from "#shared/thread-messages.ts";

const list = new Intl.ListFormat("en");

/** Who is writing right now. Its room is kept, so that nothing moves. */
export const TypingLine = ({ names }: { names: readonly string[] }) => (
  <output className="absolute -top-6 left-3 max-w-[70%] truncate rounded-full text-sm text-faint not-empty:bg-ground-900/90 not-empty:px-2.5 sm:left-6">
    {names.length > 0 && THREAD_STATE.typing(list.format(names), names.length)}
  </output>
);
