import type { ElementNode } from '@mdream/js';

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

export function isDropped({ name, attributes }: Pick<ElementNode, 'name' | 'attributes'>): boolean {
  if (TAGS.has(name)) return true;
  const { hidden, style } = attributes;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return style !== undefined && HIDING.test(style.toLowerCase().replace(/\/\*.*?\*\/|\s+/gs, ''));
}
