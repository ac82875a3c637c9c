import { isMap, type MapNode } from '../document/node.js';
import { parseMarkdown } from '../read/parse-markdown.js';
import { readText } from '../read/read-text.js';
import { Report } from '../report.js';
import type { CompatContext } from './compat-context.js';
import { asForeign } from './foreign-node.js';

/**
 * Reads an agent file or a skill's file. A text that its own tool accepts although it is not valid YAML, such as "Use it when:
 * …", is accepted here.
 */
export async function readAgentFile(file: string, context: CompatContext): Promise<MapNode | undefined> {
  const text = readText(file, context);
  if (text === undefined) return undefined;
  const { layer } = context.place;
  const trial = new Report();
  const plain = await parseMarkdown(text, { file, layer, report: trial });
  const node = trial.failed ? await parseMarkdown(withQuotes(text), { file, layer, report: context.report }) : plain;
  const found = node === undefined ? undefined : asForeign(node, { verbatim: true });
  return isMap(found) ? found : undefined;
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
