import type { PermissionLayer } from '@loadout/core/run';
import { Composer, LineCounter } from 'yaml';
import type { Node, Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { fromYaml } from './from-yaml.js';
import { reportSyntax } from './report-syntax.js';
import { scanYaml } from './scan-yaml.js';

export interface YamlSource {
  readonly file: string;
  readonly layer: PermissionLayer;
  readonly report: Report;
  /** The number of lines of the file above this text. */
  readonly linesAbove?: number;
}

/**
 * Parses YAML text into a document with positions. Reports all problems, and returns nothing if the text cannot be read.
 */
export function parseYaml(text: string, source: YamlSource): Node | undefined {
  const { file, layer, report, linesAbove = 0 } = source;
  const counter = new LineCounter();
  const place = (offset: number, length: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { file, line: Math.max(1, line) + linesAbove, column: Math.max(1, col), length, layer };
  };
  const scan = scanYaml(text, { file, report, counter, place });
  if (scan === undefined) return undefined;
  // `uniqueKeys` compares every key with every other key; `fromYaml` finds duplicates itself, in linear time.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent', customTags: [] });
  const [document, second] = composer.compose(scan.tokens, true, text.length);
  if (second !== undefined) {
    const offset = scan.starts.find((start) => start > (document?.contents?.range?.[0] ?? 0)) ?? second.range[0];
    report.error(errors.CONFIG_SEVERAL_DOCUMENTS({}), { path: [], place: place(offset, 3) });
    return undefined;
  }
  const problems = document?.errors ?? [];
  if (problems.length > 0) {
    reportSyntax(problems, { report, text, openQuote: scan.openQuote, place });
    return undefined;
  }
  return fromYaml(document?.contents ?? null, { text, report, place });
}
