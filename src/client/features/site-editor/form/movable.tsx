import { ArrowDown, ArrowUp, Copy, GripVertical, Info, Trash2, TriangleAlert } from "lucide-react";
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { toast } from "#client/lib/toast.ts";
import { SITE_EDITOR, SITE_OVERVIEW } from "#shared/site-messages.ts";
import {
  inserted,
  type Json,
  listOf,
  moved,
  type Path,
  useForm,
  useNotices,
  useProblemCount,
  valueAt,
  without,
} from "./context.ts";

/** Below a field: what may be wrong with it. */
export const Notices = ({ path, className }: { path: Path; className?: string }) => {
  const notices = useNotices(path);
  if (notices.length === 0) return null;
  return (
    <ul className={cn("mt-2 grid gap-1.5", className)}>
      {notices.map(({ level, code, message }) => {
        const Icon = level === "warning" ? TriangleAlert : Info;
        return (
          <li key={`${code} ${message}`} className="flex gap-2 text-sm text-pretty text-muted">
            <Icon
              aria-hidden
              className={cn(
                "mt-0.5 size-4 shrink-0",
                level === "warning" ? "text-laurel" : "text-faint",
              )}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="sr-only">{SITE_EDITOR.levels[level]}: </span>
              {message}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

/** How many warnings there are, quieter than what has to be put right. */
export const WarningMark = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-full border border-laurel/40 px-2 py-px text-xs font-semibold text-muted">
      <TriangleAlert aria-hidden className="size-3 text-laurel" />
      {SITE_OVERVIEW.warnings(count)}
    </span>
  );

/** The same of what stands at a place and within it. */
export const WarningsWithin = ({ path }: { path: Path }) => (
  <WarningMark count={useProblemCount(path, "warning")} />
);

let newest = 0;
const newId = () => (newest += 1);

/** What has to be shown once the entries stand in their new order. */
type Wanted = { id: number; control: "up" | "down" | "open" };

/**
 * The entries of a list with a name for each that stays while it moves, and what can be done with them.
 * Whatever is moved keeps the focus; what is removed can be brought back.
 */
export const useEntries = (path: Path, value: Json | undefined) => {
  // `value` may be what holds where nothing stands there yet.
  const { set, read } = useForm();
  const entries = listOf(value);
  const [ids, setIds] = useState<readonly number[]>(() => entries.map(newId));
  const [news, setNews] = useState("");
  const wanted = useRef<Wanted | null>(null);
  const box = useRef<HTMLDivElement>(null);
  // Somebody else's entries may have come: then all begin anew.
  const known = ids.length === entries.length ? ids : entries.map(newId);
  if (known !== ids) setIds(known);

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { id, control } = wanted.current;
    const found = box.current?.querySelector<HTMLElement>(
      `[data-entry="${id}"] [data-control="${control}"]`,
    );
    if (found != null) wanted.current = null;
    found?.focus();
  });

  const now = () => listOf(valueAt(read(), path) ?? value);
  const move = (from: number, to: number, name: string, control: "up" | "down" | null) => {
    const list = now();
    if (to < 0 || to >= list.length || from === to) return;
    const id = known[from];
    if (control !== null && id !== undefined) wanted.current = { id, control };
    setIds(moved(known, from, to));
    set(path, moved(list, from, to));
    setNews(SITE_EDITOR.nowAt(name, to + 1, list.length));
  };
  const insert = (at: number, entry: Json) => {
    const id = newId();
    wanted.current = { id, control: "open" };
    setIds(inserted(known, at, id));
    set(path, inserted(now(), at, entry));
  };
  const all = {
    entries,
    ids: known,
    news,
    move,
    /** @returns the place of the new one. */
    add: (entry: Json) => {
      insert(entries.length, entry);
      return entries.length;
    },
    insert,
    remove: (at: number, name: string) => {
      const entry = now()[at];
      const id = known[at] ?? newId();
      const next = known[at + 1] ?? known[at - 1];
      if (next !== undefined) wanted.current = { id: next, control: "open" };
      setIds(without(known, at));
      set(path, without(now(), at));
      if (entry === undefined) return;
      toast("info", SITE_EDITOR.removed(name), "admin", {
        label: SITE_EDITOR.undo,
        act: () => {
          const list = listOf(valueAt(read(), path));
          const place = Math.min(at, list.length);
          setIds((present) =>
            present.length === list.length ? inserted(present, place, id) : present,
          );
          set(path, inserted(list, place, entry));
        },
      });
    },
  };
  return [all, box] as const;
};
export type Entries = ReturnType<typeof useEntries>[0];

const TOOL =
  "grid size-9 place-items-center rounded-lg pointer-coarse:h-11 text-muted transition-colors hover:bg-ground-700 hover:text-ink aria-disabled:opacity-35 aria-disabled:hover:bg-transparent aria-disabled:hover:text-muted";

const Tool = ({
  label,
  isOff = false,
  control,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  control?: Wanted["control"];
  onClick: () => void;
  children: ReactNode;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    // Not `disabled`: it would lose the focus at the first and last place.
    aria-disabled={isOff || undefined}
    data-control={control}
    onClick={isOff ? undefined : onClick}
    className={cn(TOOL, "[&>svg]:size-4.5")}
  >
    {children}
  </button>
);

type ToolsProps = {
  entries: Entries;
  index: number;
  name: string;
  /** Absent where entries are not told apart by more than what stands in them. */
  onDuplicate?: () => void;
  /** False while only some of the entries are shown. */
  canMove?: boolean;
  /** False where entries go in another way. */
  canRemove?: boolean;
};

/** Up, down, duplicate and remove. */
export const EntryTools = ({
  entries,
  index,
  name,
  onDuplicate,
  canMove = true,
  canRemove = true,
}: ToolsProps) => {
  const last = entries.entries.length - 1;
  return (
    <div className="flex shrink-0">
      {canMove && (
        <>
          <Tool
            label={SITE_EDITOR.moveUp(name)}
            isOff={index === 0}
            control="up"
            onClick={() => entries.move(index, index - 1, name, "up")}
          >
            <ArrowUp aria-hidden />
          </Tool>
          <Tool
            label={SITE_EDITOR.moveDown(name)}
            isOff={index === last}
            control="down"
            onClick={() => entries.move(index, index + 1, name, "down")}
          >
            <ArrowDown aria-hidden />
          </Tool>
        </>
      )}
      {onDuplicate && (
        <Tool label={SITE_EDITOR.duplicate(name)} onClick={onDuplicate}>
          <Copy aria-hidden />
        </Tool>
      )}
      {canRemove && (
        <Tool label={SITE_EDITOR.remove(name)} onClick={() => entries.remove(index, name)}>
          <Trash2 aria-hidden />
        </Tool>
      )}
    </div>
  );
};

const KIND = "application/x-entry";

/**
 * Lets entries be dragged by their grips, with a mouse: by keyboard and on phones there are buttons. They
 * come to lie where they are let go.
 */
export const useDragging = (entries: Entries, nameOf: (index: number) => string) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    /** For the row of an entry. */
    row: (index: number) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        if (over !== index) setOver(index);
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        entries.move(dragged, index, nameOf(dragged), null);
        end();
      },
      "data-drop":
        over === index && dragged !== null && over !== dragged
          ? over < dragged
            ? "before"
            : "after"
          : undefined,
    }),
    /** For its grip. */
    grip: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.setData(KIND, String(index));
        event.dataTransfer.effectAllowed = "move";
        const row = event.currentTarget.closest("[data-entry]");
        if (row !== null) event.dataTransfer.setDragImage(row, 16, 16);
        setDragged(index);
      },
      onDragEnd: end,
    }),
  };
};

/** How a row shows where what is dragged would come to lie. */
export const DROP_MARK =
  "data-[drop=before]:shadow-[0_-3px_0_var(--color-accent)] data-[drop=after]:shadow-[0_3px_0_var(--color-accent)]";

export const Grip = (props: ReturnType<ReturnType<typeof useDragging>["grip"]>) => (
  <span
    {...props}
    title={SITE_EDITOR.drag}
    aria-hidden
    className="grid w-6 shrink-0 cursor-grab place-items-center self-stretch text-faint hover:text-ink active:cursor-grabbing [@media(hover:none)]:hidden"
  >
    <GripVertical className="size-4.5" />
  </span>
);

type MovableRowProps = Pick<ToolsProps, "entries" | "index" | "name" | "canRemove"> & {
  dragging: ReturnType<typeof useDragging>;
  className?: string;
  /** Where the buttons stand one below the other for want of room. */
  toolsClassName?: string;
  children: ReactNode;
};

/** The frame of a row: its grip, what stands in it, and the buttons that move and remove it. */
export const MovableRow = ({
  dragging,
  className,
  toolsClassName,
  children,
  ...tools
}: MovableRowProps) => (
  <div
    data-entry={tools.entries.ids[tools.index]}
    {...dragging.row(tools.index)}
    className={cn("flex min-w-0 gap-1", DROP_MARK, className)}
  >
    <Grip {...dragging.grip(tools.index)} />
    {children}
    <div className={toolsClassName}>
      <EntryTools {...tools} />
    </div>
  </div>
);
