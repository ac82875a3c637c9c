import type { PermissionLayer } from '@loadout/core';
import type * as Yaml from 'yaml';
import type { Node } from '../document/node.js';
import { errors } from '../errors.js';
import type { Report } from '../report.js';
import { fromYaml } from './from-yaml.js';
import { withoutConsequences } from './indent-slips.js';
import { scanYaml } from './scan-yaml.js';
import { DEEPER, syntaxProblem } from './syntax-problem.js';
import type { YamlContext } from './yaml-context.js';

export interface YamlSource {
  readonly file: string;
  readonly layer: PermissionLayer;
  readonly report: Report;
  /** The number of lines of the file above this text. */
  readonly linesAbove?: number;
}

/** The number of reported syntax problems. Later problems are usually consequences of the first. */
const MAX_SYNTAX_PROBLEMS = 5;

/**
 * Parses YAML or JSON text into a document with positions. Reports all problems, and returns nothing if the text cannot be read.
 */
export async function parseYaml(text: string, source: YamlSource): Promise<Node | undefined> {
  const yaml = await import('yaml');
  const context = contextOf(source);
  const scan = scanYaml(text, { ...context, yaml });
  if (scan === undefined) return undefined;
  const documents = compose({ yaml, tokens: scan.tokens, length: text.length });
  const [document, second] = documents;
  const place = (offset: number, length: number) => context.place({ counter: scan.counter, offset, length });
  if (second !== undefined) {
    const offset = scan.starts.find((start) => start > (document?.contents?.range?.[0] ?? 0)) ?? second.range[0];
    source.report.error(errors.CONFIG_SEVERAL_DOCUMENTS({}), { path: [], place: place(offset, 3) });
    return undefined;
  }
  const problems = document?.errors ?? [];
  const format = source.file.endsWith('.json') ? 'JSON' : 'YAML';
  for (const { code, message, pos, slip } of withoutConsequences(problems, text).slice(0, MAX_SYNTAX_PROBLEMS))
    source.report.error(errors.CONFIG_SYNTAX({ ...(slip === 'deeper' ? DEEPER : syntaxProblem(code, message)), format }), {
      path: [],
      place: place(...spanOfProblem({ text, pos, message, openQuote: scan.openQuote })),
    });
  if (problems.length > 0) return undefined;
  return fromYaml(document?.contents ?? null, { yaml, text, report: source.report, place });
}

/**
 * The place to show for a problem. An unclosed bracket or quote is shown where it opens, because that is the place to correct.
 */
function spanOfProblem(p: {
  text: string;
  pos: readonly [number, number];
  message: string;
  openQuote: number | undefined;
}): [number, number] {
  const { text, pos, message, openQuote } = p;
  if (openQuote !== undefined && message.includes('closing')) return [openQuote, 1];
  const closing = /end with (?:a )?([\]}])/.exec(message)?.[1];
  const open = closing === ']' ? '[' : '{';
  const opener = closing === undefined ? undefined : openerBefore(text, { offset: pos[0], open, close: closing });
  return opener === undefined ? [Math.min(pos[0], text.length), Math.max(1, pos[1] - pos[0])] : [opener, 1];
}

function openerBefore(text: string, p: { offset: number; open: string; close: string }): number | undefined {
  let depth = 0;
  for (let index = Math.min(p.offset, text.length) - 1; index >= 0; index--) {
    if (text[index] === p.close) depth++;
    else if (text[index] === p.open && depth-- === 0) return index;
  }
  return undefined;
}

function compose({ yaml, tokens, length }: { yaml: typeof Yaml; tokens: readonly Yaml.CST.Token[]; length: number }) {
  // `uniqueKeys` compares every key with every other key; `fromYaml` finds duplicates itself, in linear time.
  const composer = new yaml.Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent', customTags: [] });
  return [...composer.compose(tokens, true, length)];
}

function contextOf(source: YamlSource): YamlContext {
  const { file, layer, report, linesAbove = 0 } = source;
  return {
    file,
    report,
    place: ({ counter, offset, length }) => {
      const { line, col } = counter.linePos(offset);
      return { file, line: Math.max(1, line) + linesAbove, column: Math.max(1, col), length, layer };
    },
  };
}
