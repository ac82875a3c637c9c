import { isMap, type MapNode, parseMarkdown, Report, readText } from '@loadout/config/documents';
import type { CompatContext } from './compat-context.js';
import type { Fields } from './foreign-fields.js';
import { asForeign } from './foreign-node.js';
import { sayRead } from './tell-foreign.js';

/**
 * Reads an agent file or a skill's file. A text that its own tool accepts although it is not valid YAML, such as "Use it when:
 * …" or a description over several lines, is accepted here. Reports the problems of any other text, and returns nothing.
 */
export async function readAgentFile(
  file: string,
  context: CompatContext & { readonly fields: Fields },
): Promise<MapNode | undefined> {
  const text = readText(file, context);
  if (text === undefined) return undefined;
  const folded = foldDescription(text, Object.keys(context.fields));
  const readings = [text, withQuotes(text), ...(folded === undefined ? [] : [withQuotes(folded.text)])];
  const trials: Report[] = [];
  for (const [index, reading] of readings.entries()) {
    const report = new Report();
    report.addText(file, text);
    const node = await parseMarkdown(reading, { file, layer: context.place.layer, report });
    trials.push(report);
    if (node === undefined || report.failed) continue;
    const found = asForeign(node, { verbatim: true });
    if (!isMap(found)) break;
    if (index === 2 && folded !== undefined) sayFolded(found, folded, context);
    return found;
  }
  // The problems are those of the text with quotes: what is left there, no other tool reads either.
  context.report.adopt(trials[1] ?? new Report());
  return undefined;
}

function sayFolded(found: MapNode, { lines: [from, to] }: Folded, context: CompatContext): void {
  const place = found.entries.get('description')?.key ?? found.place;
  const fix = 'Write "description: |" and indent the text below it.';
  const as = `the text of the lines ${from} to ${to}, up to the next known key`;
  sayRead({ path: ['description'], place, key: 'description', found: 'no valid YAML', as, fix }, context);
}

const PLAIN = /^(?:true|false|null|-?\d+(?:\.\d+)?)\s*$/;

/** Quotes the values of single lines, except lists, maps and quoted texts. */
function withQuotes(text: string): string {
  const end = text.indexOf('\n---', 3);
  const head = end === -1 ? text.length : end;
  const quoted = text
    .slice(0, head)
    .replace(
      /^([A-Za-z][\w-]*:[ \t]+)([^\s'"[{|>&!#].*|\[[^\]\n]*\][ \t]*[^\s#].*)$/gm,
      (line: string, key: string, value: string) => (PLAIN.test(value) ? line : key + JSON.stringify(value.trimEnd())),
    );
  return quoted + text.slice(head);
}

/** A description and all that follows it up to the next known key, or to the end of the frontmatter. */
interface Folded {
  readonly text: string;
  /** The number of the line of the description, and of its last line. */
  readonly lines: readonly [number, number];
}

/**
 * Returns a file whose description over several lines, which is no YAML, is one quoted text. The lines below keep their numbers.
 * Other tools read such files as their authors mean them: the description ends at the next key that they know.
 */
function foldDescription(text: string, known: readonly string[]): Folded | undefined {
  const lines = text.split('\n');
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*\r?$/.test(line));
  const first = lines.findIndex((line) => /^description:[ \t]+[^\s|>]/.test(line));
  if (end === -1 || first === -1 || first > end) return undefined;
  const isKey = (line: string) => known.some((key) => line.startsWith(`${key}:`));
  const next = lines.findIndex((line, index) => index > first && (index === end || isKey(line)));
  if (next <= first + 1) return undefined;
  const value = lines
    .slice(first, next)
    .join('\n')
    .replace(/^description:[ \t]+/, '')
    .trimEnd();
  const folded = [`description: ${JSON.stringify(value)}`, ...Array.from({ length: next - first - 1 }, () => '')];
  return { text: [...lines.slice(0, first), ...folded, ...lines.slice(next)].join('\n'), lines: [first + 1, next] };
}
