/** Patterns for the end of elements whose content is not text. Each is searched once and, if missing, not again. */
const CLOSING = [
  [/<!--/y, /-->/g],
  ...['script', 'style', 'template', 'svg', 'iframe'].map(
    (name) => [new RegExp(`<${name}[\\s/>]`, 'iy'), new RegExp(`</${name}[^>]*>`, 'gi')] as const,
  ),
] as const;

/** Returns the text of HTML without its tags, in one pass for any input. Used for pages that the converter rejects. */
export function visibleText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open === -1 ? html.length : open), ' ');
    at = open === -1 ? html.length : endOfTag(html, open);
  }
  return parts
    .join('')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_whole, name: string) => NAMED[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

function endOfTag(html: string, open: number): number {
  const closing = CLOSING.find(([opening]) => {
    opening.lastIndex = open;
    return opening.test(html);
  })?.[1];
  const end = closing ?? />/g;
  end.lastIndex = open;
  // Without an end, the rest belongs to the tag.
  return end.test(html) ? end.lastIndex : html.length;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
