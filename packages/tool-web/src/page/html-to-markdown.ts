import type { ElementNode, Node, TransformPlugin } from '@mdream/js';
import { breakLongText } from './break-long-text.js';
import { isDropped } from './dropped-element.js';
import { visibleText } from './visible-text.js';

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
