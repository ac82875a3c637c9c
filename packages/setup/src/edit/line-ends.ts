/** Edits a text whose lines end as Windows writes them: each line that is added ends so too. Where a file has both ends, only `edit` decides. */
export function withLineEnds(text: string, edit: (text: string) => string): string {
  if (!text.includes('\r\n') || /(?<!\r)\n/.test(text)) return edit(text);
  return edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n');
}
