import { emptyMap, isMap, type Node, withEntry } from '../document/node.js';
import { errors } from '../errors.js';
import { parseYaml, type YamlSource } from './parse-yaml.js';

/** The beginning of fields that would be read as a part of the instructions. */
const OPEN_HEAD = /^\s*(?:---|\+\+\+).*(?:\r\n|[\r\n])\s*["']?[A-Za-z][\w-]*["']?\s*[:=]/;
const HEAD_FIX = 'Write --- as the first line of the file and as the line below the fields, with nothing else on the two lines.';

/** Parses an agent in Markdown: frontmatter with its fields, then its instructions, which are used verbatim. */
export async function parseMarkdown(text: string, source: YamlSource): Promise<Node | undefined> {
  const parts = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  const place = (line: number) => ({ file: source.file, line, column: 1, length: 3, layer: source.layer });
  const head = parts?.index === 0 ? parts : undefined;
  if (head === undefined && OPEN_HEAD.test(text)) {
    const problem = 'the frontmatter is not between two lines "---", of which the first begins the file';
    source.report.error(errors.CONFIG_SYNTAX({ problem, fix: HEAD_FIX, format: 'YAML' }), { path: [], place: place(1) });
    return undefined;
  }
  const fields = head === undefined ? emptyMap(place(1)) : await parseYaml(head[1] ?? '', { ...source, linesAbove: 1 });
  if (fields === undefined) return undefined;
  const top: Node = fields.kind === 'scalar' && fields.value === null ? emptyMap(place(1)) : fields;
  if (!isMap(top)) return top;
  const rest = text.slice(head?.[0].length ?? 0);
  const body = rest.trim();
  if (body === '') return top;
  const line = lineOf(text, text.length - rest.trimStart().length);
  if (top.entries.has('instructions')) {
    const problem = { path: 'instructions', problem: 'is in the frontmatter, but the file also has text below it' };
    source.report.error(errors.CONFIG_VALUE_REFUSED({ ...problem, fix: 'Keep one of the two.' }), {
      path: ['instructions'],
      place: top.entries.get('instructions')?.key,
    });
    return top;
  }
  const value: Node = { kind: 'scalar', place: { ...place(line), length: 1 }, value: body, verbatim: true };
  return withEntry(top, { key: 'instructions', value });
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
