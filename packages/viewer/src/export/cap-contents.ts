import type { BlockContent, LongText } from '../model/content.js';
import type { Contents, FileChange } from '../model/trajectory.js';

/** The characters of a long text that an exported file keeps. */
const HEAD = 4_096;
const TAIL = 1_024;
/** The longest text of a file whose difference is kept. */
const LONGEST_FILE = 40_000;

export interface CapOptions {
  /** Keeps everything. */
  readonly whole: boolean;
  /** Keeps the results of calls. */
  readonly results: boolean;
  /** Called with the kind of what is left out. */
  readonly leftOut: (kind: string) => void;
}

/** Leaves out the parts of the contents that an exported file does not have. */
export function keptContents({ result, raw, ...rest }: Contents, { whole, results, leftOut }: CapOptions): Contents {
  if (!results && result !== undefined) leftOut('results');
  // The lines of the record repeat everything else. A page is a fraction of the size without them.
  const keepsRaw = whole && results;
  if (!keepsRaw && raw !== undefined) leftOut('raw records');
  return { ...rest, ...(results ? { result } : {}), ...(keepsRaw ? { raw } : {}) };
}

/** Shortens the contents of a node for an exported file. */
export function capContents({ input, result, sent, said, files, ...rest }: Contents, options: CapOptions): Contents {
  const cap = (text: LongText | undefined) => (text === undefined ? undefined : capped(text, options));
  return {
    ...rest,
    input: cap(input),
    result: cap(result),
    sent: sent?.map((block) => cappedBlock(block, options)),
    said: said?.map((block) => cappedBlock(block, options)),
    files: files?.map((file) => capFile(file, options)),
  };
}

/** Shortens a change of a file for an exported file: a difference of half a text would be wrong, so both texts go. */
export function capFile(file: FileChange, { whole, leftOut }: CapOptions): FileChange {
  const { before = '', after = '', ...rest } = file;
  if (whole || before.length + after.length <= LONGEST_FILE) return file;
  leftOut('texts of large files');
  return { ...rest, note: `${before.length + after.length} characters, left out of the export; --whole keeps them` };
}

function cappedBlock(block: BlockContent, options: CapOptions): BlockContent {
  const { results, whole, leftOut } = options;
  if (block.type === 'call') return block;
  if (block.type === 'image') {
    if (whole || block.data === undefined) return block;
    leftOut('pictures');
    return { type: 'image', mediaType: block.mediaType, note: 'left out of the export; --whole keeps it' };
  }
  if (block.type !== 'result') return { ...block, text: capped(block.text, options) };
  // The result stands in its call, too. Once is enough.
  return whole && results ? block : { ...block, text: { head: '', cut: lengthOf(block.text) } };
}

function capped(text: LongText, { whole, leftOut }: CapOptions): LongText {
  if (whole || text.head.length + (text.tail?.length ?? 0) <= HEAD + TAIL) return text;
  leftOut('the middle of long texts');
  return shortened(text, { head: HEAD, tail: TAIL });
}

function shortened(text: LongText, keep: { readonly head: number; readonly tail: number }): LongText {
  const { head, cut = 0, tail = '' } = text;
  if (head.length + tail.length <= keep.head + keep.tail) return text;
  const front = head.slice(0, end(head, keep.head));
  const back = cut > 0 || tail !== '' ? tail : head.slice(front.length);
  const rest = back.slice(end(back, back.length - Math.min(keep.tail, back.length)));
  const missing = lengthOf(text) - front.length - rest.length;
  return { head: front, ...(missing === 0 ? {} : { cut: missing }), ...(rest === '' ? {} : { tail: rest }) };
}

const lengthOf = ({ head, cut = 0, tail = '' }: LongText): number => head.length + cut + tail.length;

/** A place at which a text can be cut without a broken pair of surrogates. */
const end = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at + 1 : at);
