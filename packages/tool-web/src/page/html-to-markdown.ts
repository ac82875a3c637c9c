import type { ElementNode, Node, TransformPlugin } from '@mdream/js';

/** Elements whose text is not part of the page's content. */
const TAGS = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'canvas',
  'svg',
  'math-annotation',
  'audio',
  'video',
]);

/** Attributes that hide an element. Style sheets are not evaluated. */
const HIDING =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|opacity:0*\.?0*(?=;|!|$)|font-size:0*\.?0*[a-z%]*(?=;|!|$)|(?:text-indent|left|right|top|bottom|margin-left|margin-top):-\d{3,}|transform:scale\(0(?:,0)?\))/;

function isDropped({ name, attributes }: Pick<ElementNode, 'name' | 'attributes'>): boolean {
  if (TAGS.has(name)) return true;
  const { hidden, style } = attributes;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return style !== undefined && HIDING.test(style.toLowerCase().replace(/\/\*.*?\*\/|\s+/gs, ''));
}

const LONG = 32 * 1024;

/**
 * Puts `<wbr>`, which shows nothing, into texts without a tag for a long way, at a blank where there is one: the converter
 * takes a hundred bytes of memory for each character of one text. Inside comments, scripts and quotes it means nothing.
 */
function breakLongText(html: string): string {
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

/** A page that takes longer is shaped to take long. In the processor's time, so that a busy machine changes no result. */
const SECONDS = 8;

const cpuSeconds = () => process.cpuUsage().user / 1e6;

/** The converter's own numbers. */
const ELEMENT = 1;
const ENTER = 0;

class TooSlow extends Error {}

/**
 * Converts HTML to Markdown. Keeps headings, links (made absolute), lists, code and tables; drops scripts, styles and hidden
 * elements. If the converter fails or takes too long, the result is the bare text of the page. The page is converted in one
 * piece, because the converter's streaming form sometimes repeats characters between pieces.
 */
export async function htmlToMarkdown(html: string, { url }: { url: string }): Promise<string> {
  const { htmlToMarkdown: convert } = await import('@mdream/js/core');
  const options: { origin: string; hooks: TransformPlugin[] } = { origin: url, hooks: [] };
  options.hooks.push(pageHook(options, cpuSeconds() + SECONDS));
  try {
    return convert(breakLongText(html), options).trim();
  } catch {
    return visibleText(html);
  }
}

/** Drops hidden elements and links without a target, reads `<base>`, and watches the time. */
function pageHook(options: { origin: string }, until: number): TransformPlugin {
  const dropped = new WeakSet<Node>();
  let based = false;
  let count = 0;
  const drops = (element: ElementNode) => {
    const drop = isIn(dropped, element.parent) || isDropped(element);
    if (drop) dropped.add(element);
    return drop;
  };
  return {
    processAttributes(element, state) {
      if (++count % 256 === 0 && cpuSeconds() > until) throw new TooSlow();
      // A cell outside every table fails without it.
      state.tableColumnAlignments ??= [];
      const { href, src } = element.attributes;
      if (element.name === 'base' && href !== undefined && !based) {
        based = true;
        options.origin = absolute(href, options.origin);
      }
      if (href !== undefined && NOWHERE.test(href)) delete element.attributes.href;
      if (src !== undefined && NOWHERE.test(src)) delete element.attributes.src;
    },
    excludesOverflowSubtree: drops,
    beforeNodeProcess({ node, type }) {
      const entered = node.type === ELEMENT && type === ENTER;
      const drop = entered ? drops(node as ElementNode) : isIn(dropped, node.type === ELEMENT ? node : node.parent);
      return drop ? { skip: true } : undefined;
    },
  };
}

const isIn = (set: WeakSet<Node>, node: Node | null | undefined) => node !== null && node !== undefined && set.has(node);

const NOWHERE = /^[\s\0-\x1f]*(?:javascript|vbscript|data|blob):/i;

function absolute(href: string, base: string): string {
  const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : base;
}

/** Patterns for the end of elements whose content is not text. Each is searched once and, if missing, not again. */
const CLOSING = [
  [/<!--/y, /-->/g],
  ...['script', 'style', 'template', 'svg', 'iframe'].map(
    (name) => [new RegExp(`<${name}[\\s/>]`, 'iy'), new RegExp(`</${name}[^>]*>`, 'gi')] as const,
  ),
] as const;

/** Returns the text of HTML without its tags, in one pass for any input. Used for pages that the converter rejects. */
function visibleText(html: string): string {
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
