/** As a `ref`: what appears in the place of something that had the focus takes it over. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
