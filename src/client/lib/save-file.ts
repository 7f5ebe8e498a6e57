/** So long the browser is given to begin with the file before its address goes. */
const KEPT_MS = 60_000;

/** Has the browser save a file, as if it had been downloaded. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
};
