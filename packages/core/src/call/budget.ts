/** The first part of a spilled text that the model still sees. Source: RES-02. */
const PREVIEW_CHARS = 2_000;
const CUT_ABOVE = 100_000;

/** What the model reads instead of a text that was written to `path`. Source: RES-01, S1. */
export function spilledText(text: string, path: string): string {
  return `<persisted-output>\nTool output saved to file. Original size: ${text.length} characters (${Math.ceil(Buffer.byteLength(text) / 1024)} KB): ${path}\nRead that file to see the rest. Preview:\n${preview(text)}\n</persisted-output>`;
}

function preview(text: string): string {
  const head = text.slice(0, PREVIEW_CHARS);
  const lineEnd = head.lastIndexOf('\n');
  return lineEnd > PREVIEW_CHARS / 2 ? head.slice(0, lineEnd) : head;
}

/** Where nothing can be kept: the first and the last part. Source: RES-08. */
export function cutText(text: string): string {
  if (text.length <= CUT_ABOVE) return text;
  const half = CUT_ABOVE / 2;
  return `${text.slice(0, half)}\n\n... (${text.length - CUT_ABOVE} of ${text.length} characters left out) ...\n\n${text.slice(-half)}`;
}
