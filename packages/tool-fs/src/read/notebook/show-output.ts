import { stripVTControlCharacters } from 'node:util';
import { joined, type NotebookOutput } from './parse-notebook.js';

export interface ShownOutput {
  readonly text: string;
  /** Pictures in it, as they are in the file. */
  readonly pictures: readonly Buffer[];
}

const MOST_OUTPUT_CHARS = 10_000;
const PICTURES = ['image/png', 'image/jpeg'];
/** The first of these that an output has is shown; the rest say the same in another form. */
const TEXTS = ['text/plain', 'text/markdown', 'text/latex', 'application/json', 'text/html', 'image/svg+xml'];

/** Shows one output of a cell: its text without terminal codes, its pictures, and the names of its other formats. */
export function showOutput(output: NotebookOutput): ShownOutput {
  if (output.data === undefined) return { text: cut(plainText(output)), pictures: [] };
  const { data } = output;
  const pictures = PICTURES.filter((type) => typeof data[type] === 'string' || Array.isArray(data[type]));
  const shown = TEXTS.find((type) => data[type] !== undefined);
  const others = Object.keys(data).filter((type) => type !== shown && !pictures.includes(type));
  const text = shown === undefined ? '' : cut(asText(data[shown]));
  const note = others.length === 0 ? '' : `[also ${others.join(', ')}, not shown]`;
  return {
    text: [text, note].filter((part) => part !== '').join('\n'),
    pictures: pictures.map((type) => Buffer.from(joined(data[type]), 'base64')),
  };
}

function plainText(output: NotebookOutput): string {
  if (output.output_type !== 'error') return joined(output.text);
  const traceback = Array.isArray(output.traceback) ? output.traceback.filter((line) => typeof line === 'string').join('\n') : '';
  return traceback === '' ? `${joined(output.ename)}: ${joined(output.evalue)}` : traceback;
}

const asText = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? joined(value) : (JSON.stringify(value) ?? '');

function cut(text: string): string {
  const plain = stripVTControlCharacters(text).trimEnd();
  if (plain.length <= MOST_OUTPUT_CHARS) return plain;
  return `${plain.slice(0, MOST_OUTPUT_CHARS)}… [output cut after ${MOST_OUTPUT_CHARS} characters; it has ${plain.length}]`;
}
