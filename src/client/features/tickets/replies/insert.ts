/**
 * Puts a text into a box as if it were typed where the caret is, so that whatever watches the box hears of
 * it; the caret comes to stand behind it.
 */
export const insertText = (box: HTMLTextAreaElement, text: string): void => {
  box.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = box;
  box.setRangeText(text, selectionStart, selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  box.scrollTop = box.scrollHeight;
};
