import { useCombobox } from "downshift";
import { type ComponentProps, type ReactNode, useLayoutEffect } from "react";
import { cn } from "#client/lib/cn.ts";
import { Input } from "./field.tsx";

/** A list below its box while that is in use, or one that is always there. */
const LOOKS = {
  popup:
    "absolute inset-x-0 top-full z-20 mt-2 max-h-64 rounded-xl border border-ground-600 bg-ground-850 p-1.5 shadow-2xl",
  inline:
    "mt-3 flex h-80 flex-col overflow-hidden rounded-lg border border-ground-600 bg-ground-950/40",
} as const;

type ComboboxProps<Item> = {
  /** Of the box; its label refers to it. */
  id: string;
  items: readonly Item[];
  itemKey: (item: Item) => string;
  /** What the list is called. */
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Whether the list is still that of an earlier text: none of it is active, and Enter chooses none. */
  isBehind: boolean;
  /** Told when the choices are shown or hidden. */
  onOpenChange?: (isOpen: boolean) => void;
  onChoose: (item: Item) => void;
  /** Whether the list closes when something is chosen. */
  closesOnChoose?: boolean;
  /** For a list of which several can be chosen: whether this one is. To choose it again takes it back. */
  isChosen?: (item: Item) => boolean;
  isDisabled?: (item: Item) => boolean;
  look?: keyof typeof LOOKS;
  input?: Omit<ComponentProps<"input">, "id" | "value" | "onChange">;
  /** Stands between box and list, such as a button within the box. */
  beside?: ReactNode;
  /** Stands in an inline list that has no items. */
  placeholder?: ReactNode;
  /** Stands at the end of an inline list, within its height: nothing below moves when it comes or goes. */
  footer?: ReactNode;
  isBusy?: boolean;
  /** What an option shows. */
  children: (item: Item) => ReactNode;
};

/**
 * A box in which one types, and a list to choose from: WAI-ARIA's combobox. The focus stays in the
 * box; arrows move through the list, Enter chooses and never sends the form, Escape closes.
 */
export const Combobox = <Item,>({
  id,
  items,
  itemKey,
  listLabel,
  text,
  onText,
  isBehind,
  onOpenChange,
  onChoose,
  closesOnChoose = false,
  isChosen,
  isDisabled,
  look = "popup",
  input,
  beside,
  placeholder,
  footer,
  isBusy,
  children,
}: ComboboxProps<Item>) => {
  // Which option is active and whether the list is open are downshift's own state: what it reports
  // arrives after the next key, and a fast "arrow down, Enter" would meet a closed list.
  const combobox = useCombobox<Item>({
    id,
    inputId: id,
    items: [...items],
    itemToString: (item) => (item === null ? "" : itemKey(item)),
    itemToKey: (item) => (item === null ? null : itemKey(item)),
    isItemDisabled: (item) => isDisabled?.(item) === true,
    inputValue: text,
    selectedItem: null,
    // The first one, which Enter chooses, unless arrows or the mouse have named another.
    defaultHighlightedIndex: 0,
    onIsOpenChange: ({ isOpen: next }) => onOpenChange?.(next),
    onSelectedItemChange: ({ selectedItem }: { selectedItem: Item | null }) => {
      if (selectedItem !== null) onChoose(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputClick, InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes;
      if (type === InputBlur) return { ...changes, selectedItem: state.selectedItem };
      if (type === InputClick) return { ...changes, isOpen: true };
      if (type !== ItemClick && type !== InputKeyDownEnter) return changes;
      const highlighted = isChosen === undefined ? 0 : (changes.highlightedIndex ?? 0);
      return {
        ...changes,
        isOpen: state.isOpen && !closesOnChoose,
        highlightedIndex: highlighted,
      };
    },
  });
  const { isOpen, openMenu, highlightedIndex, setHighlightedIndex } = combobox;
  const { getInputProps, getMenuProps, getItemProps } = combobox;
  const listed = isOpen || look === "inline" ? items : [];
  // Items come and go while the list is open.
  const active = isBehind ? -1 : Math.min(Math.max(highlightedIndex, 0), listed.length - 1);
  useLayoutEffect(() => {
    if (active !== highlightedIndex) setHighlightedIndex(active);
  }, [active, highlightedIndex, setHighlightedIndex]);
  const isEmpty = listed.length === 0;
  const list = (
    <ul
      {...getMenuProps({
        "aria-label": listLabel,
        "aria-multiselectable": isChosen !== undefined || undefined,
        "aria-busy": isBusy,
        className: cn(
          "overflow-y-auto",
          look === "popup" ? LOOKS.popup : "min-h-0 flex-1 overscroll-contain",
          isEmpty && "hidden",
        ),
      })}
    >
      {listed.map((item, index) => (
        <li
          key={itemKey(item)}
          {...getItemProps({
            item,
            index,
            ...(isChosen !== undefined && { "aria-selected": isChosen(item) }),
          })}
          data-active={index === highlightedIndex && isOpen ? "" : undefined}
          className={cn(
            "flex min-h-11 cursor-pointer items-center px-3 wrap-anywhere aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-active:bg-ground-700 data-active:text-accent-strong",
            look === "popup" && "rounded-lg",
          )}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={cn(look === "popup" && "relative")}>
      <Input
        {...getInputProps({
          ...input,
          // Its label names it by `for`.
          "aria-labelledby": undefined,
          "aria-expanded": !isEmpty,
          onFocus: (event) => {
            input?.onFocus?.(event);
            openMenu();
            onOpenChange?.(true);
          },
          onChange: ({ currentTarget }) => onText(currentTarget.value),
          onKeyDown: (event) => {
            input?.onKeyDown?.(event);
            if (event.key === "Enter") event.preventDefault();
            // These move within the text.
            if (event.key === "Home" || event.key === "End")
              Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
        })}
      />
      {beside}
      {look === "popup" ? (
        list
      ) : (
        <div className={LOOKS.inline}>
          {isEmpty && <div className="min-h-0 flex-1">{placeholder}</div>}
          {list}
          {footer}
        </div>
      )}
    </div>
  );
};
