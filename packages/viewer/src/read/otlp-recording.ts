import { basename } from 'node:path';
import { type PlacedSpan, spanTree } from '../build/span-tree.js';
import { totalsOf } from '../build/totals-of.js';
import { Tree } from '../build/tree.js';
import type { LongText } from '../model/content.js';
import { type OtlpSpan, otlpSpans } from '../model/otlp-spans.js';
import type { Recording } from '../model/recording.js';
import type { Contents, FileChanges, Head, Trajectory, TreeNode } from '../model/trajectory.js';
import type { Found } from '../model/wire.js';
import { LineFile } from './line-file.js';
import { Places } from './places.js';
import { searchNodes } from './search-nodes.js';

/** Spans in a file, as a collector writes them. A span follows its children, so each change builds the tree again. */
export class OtlpRecording implements Recording {
  readonly #path: string;
  #file: LineFile;
  #places = new Places();
  #spans: PlacedSpan[] = [];
  #tree = new Tree();
  #isDamaged = false;

  /** Throws the error of the file system. */
  constructor(path: string) {
    this.#path = path;
    this.#file = new LineFile(path);
    this.#read();
  }

  get trajectory(): Trajectory {
    return { version: 1, head: this.#head(), nodes: this.#tree.nodes };
  }

  async contents(id: number): Promise<Contents> {
    const [source] = this.#tree.sourcesOf(id).said;
    const line = source === undefined ? undefined : this.#places.line(source);
    const span = line === undefined ? undefined : otlpSpans(line.text)?.[line.part];
    return span === undefined ? { id } : contentsOfSpan(id, span);
  }

  async files(): Promise<FileChanges> {
    return { source: 'calls', isPartial: true, files: [] };
  }

  search(text: string, limit: number): Promise<Found> {
    return searchNodes(this.#tree, { text, limit, places: this.#places });
  }

  async more(): Promise<readonly TreeNode[] | 'anew'> {
    if (this.#file.isReplaced) {
      this.#file.close();
      this.#file = new LineFile(this.#path);
      [this.#places, this.#spans, this.#isDamaged] = [new Places(), [], false];
      this.#read();
      return 'anew';
    }
    return this.#read() ? 'anew' : [];
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  /** Reads what was appended. Returns whether there was a span. */
  #read(): boolean {
    const before = this.#spans.length;
    for (const line of this.#file.lines()) {
      const spans = otlpSpans(line.text);
      if (spans === undefined) this.#isDamaged ||= line.text.trim() !== '';
      for (const [part, span] of (spans ?? []).entries())
        this.#spans.push({ ...lean(span), source: this.#places.add(this.#file, line, part) });
    }
    if (this.#spans.length === before) return false;
    this.#tree = spanTree(this.#spans);
    return true;
  }

  #head(): Head {
    const { nodes } = this.#tree;
    const run = nodes.findLast((node) => node.kind === 'run');
    const starts = nodes.flatMap(({ start }) => start ?? []);
    const ends = nodes.flatMap(({ end }) => end ?? []);
    const conversation = this.#spans
      .map(({ attributes }) => attributes['gen_ai.conversation.id'])
      .find((one) => one !== undefined);
    return {
      source: 'otlp',
      id: typeof conversation === 'string' ? conversation : basename(this.#path),
      agent: run?.agent[0] ?? '',
      models: [...new Set(nodes.flatMap((node) => (node.kind === 'turn' ? [node.model] : [])))],
      startedAt: starts.reduce<number | undefined>((least, one) => Math.min(least ?? one, one), undefined),
      endedAt: ends.reduce<number | undefined>((most, one) => Math.max(most ?? one, one), undefined),
      outcome: run?.outcome ?? 'unknown',
      totals: totalsOf(nodes, undefined),
      notes: [
        'Spans have only the texts that the exporter was told to send.',
        ...(this.#isDamaged ? ['Lines that are not OTLP spans were left out.'] : []),
      ],
    };
  }
}

/** The characters of a message that a title is made of. */
const TITLE_CHARS = 600;

/** A span without the texts that are read again when they are asked for. */
function lean(span: OtlpSpan): OtlpSpan & { readonly size: number } {
  const { 'gen_ai.tool.call.result': _result, ...rest } = span.attributes;
  const attributes = { ...rest };
  for (const name of ['gen_ai.input.messages', 'gen_ai.output.messages'] as const) {
    const value = attributes[name];
    if (value !== undefined) attributes[name] = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, TITLE_CHARS);
  }
  return { ...span, attributes, size: JSON.stringify(span.attributes).length };
}

function contentsOfSpan(id: number, span: OtlpSpan): Contents {
  const { attributes } = span;
  const long = (name: string): LongText | undefined => {
    const value = attributes[name];
    return value === undefined ? undefined : { head: typeof value === 'string' ? value : JSON.stringify(value, null, 2) };
  };
  const sent = long('gen_ai.input.messages');
  const said = long('gen_ai.output.messages');
  return {
    id,
    input: long('gen_ai.tool.call.arguments'),
    result: long('gen_ai.tool.call.result'),
    sent: sent === undefined ? undefined : [{ type: 'text', text: sent }],
    said: said === undefined ? undefined : [{ type: 'text', text: said }],
    raw: { head: JSON.stringify(span, null, 2) },
  };
}
