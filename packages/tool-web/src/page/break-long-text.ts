const LONG = 32 * 1024;

/**
 * Puts `<wbr>`, which shows nothing, into texts without a tag for a long way, at a blank where there is one: the converter
 * takes a hundred bytes of memory for each character of one text. Inside comments, scripts and quotes it means nothing.
 */
export function breakLongText(html: string): string {
  const parts: string[] = [];
  let copied = 0;
  let start = 0;
  while (start < html.length) {
    const tag = html.indexOf('<', start + 1);
    const end = tag === -1 ? html.length : tag;
    while (end - start > LONG) {
      const blank = html.lastIndexOf(' ', start + LONG);
      start = blank > start ? blank + 1 : start + LONG;
      parts.push(html.slice(copied, start), '<wbr>');
      copied = start;
    }
    start = end;
  }
  return parts.length === 0 ? html : `${parts.join('')}${html.slice(copied)}`;
}
