import { errors } from '@loadout/config';
import type { Position } from '@loadout/core';
import { Document, isCollection, isPair, isScalar, LineCounter, parseDocument, stringify, visit } from 'yaml';

export interface ExpectedCallsEdit {
  /** The position of the list in the text. */
  readonly at: Position;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Returns the text with other calls in a list of expected calls. Only the list changes: comments and layout around it stay.
 * `undefined`: no list stands at that position.
 */
export function updateExpectedCalls(text: string, { at, calls }: ExpectedCallsEdit): string | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [problem] = document.errors;
  if (problem !== undefined) throw errors.CONFIG_NOT_EDITED({ problem: problem.message.split('\n', 1)[0] ?? '' });
  let range: readonly [number, number] | undefined;
  visit(document, {
    Seq(_, node) {
      const start = node.range?.[0] ?? -1;
      const place = lines.linePos(start);
      if (place.line === at.line && place.col === at.column) range = [start, endOf(text, node.range?.[1] ?? start)];
    },
  });
  if (range === undefined) return undefined;
  const [start, end] = range;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const changed = `${text.slice(0, start)}${listText(calls, indent)}${text.slice(end)}`;
  if (parseDocument(changed).errors.length > 0)
    throw errors.CONFIG_NOT_EDITED({ problem: 'the list of calls is written in a form that is not supported' });
  return changed;
}

/** The end of the last line of a value, without the lines after it that only a block list counts as its own. */
const endOf = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

/** One call to a line, in flow style, which is right wherever a value is. */
function listText(calls: ExpectedCallsEdit['calls'], indent: string): string {
  if (calls.length === 0) return '[]';
  const rows = calls.map((call) => `${indent}  ${flow(call)},`);
  return `[\n${rows.join('\n')}\n${indent}]`;
}

function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim();
}

/** Returns a value as YAML. Lists and maps without further ones in them stand on one line. */
export function yamlText(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Collection(key, node) {
      if (key !== null && !node.items.some(isDeep)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** A value that does not belong on one line with others. */
function isDeep(item: unknown): boolean {
  const value = isPair(item) ? item.value : item;
  if (isCollection(value)) return true;
  return isScalar(value) && typeof value.value === 'string' && (value.value.includes('\n') || value.value.length > 80);
}
