/** Games that are pasted or dropped anywhere in this part. */

import { takesText } from "../../ui/keys";
import { openFile, openText } from "./analysis";

/** Listens until the returned function is called. */
export function listenToGames(): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (takesText(event.target) || text.trim() === "") return;
    event.preventDefault();
    void openText(text);
  };
  const onDrop = ({ dataTransfer }: DragEvent) => {
    const file = dataTransfer?.files[0];
    if (file) void openFile(file);
  };
  document.addEventListener("paste", onPaste);
  document.addEventListener("drop", onDrop);
  return () => {
    document.removeEventListener("paste", onPaste);
    document.removeEventListener("drop", onDrop);
  };
}
