import { readFile, stat } from 'node:fs/promises';
import type { Document, LineCounter, Node } from 'yaml';
import { errors } from '../errors.js';
import { checkScript, invalid } from './check-script.js';
import type { Place, Script } from './turn.js';

/** Parsing grows faster than the file; nobody writes a script of this size by hand. */
const MAX_BYTES = 1 << 20;

/** Reads a script: YAML with `turns:`, each problem with its line and column. */
export async function loadScript(file: string): Promise<Script> {
  const text = await readText(file);
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source = { name: `script ${file}`, place: placeIn({ file, text, document, lines }) };
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      return `${file}:${line}:${col} ${message}`;
    });
    throw errors.SCRIPT_INVALID(
      { script: source.name, problems },
      { position: { file, ...lineColumn(lines, document.errors[0]?.pos[0] ?? 0) } },
    );
  }
  const root: unknown = document.toJS();
  if (typeof root !== 'object' || root === null || !('turns' in root))
    throw invalid([{ path: '/turns', message: 'is missing; a script is a list of turns under "turns:"' }], source);
  const strange = Object.keys(root).filter((key) => key !== 'turns' && !key.startsWith('x-'));
  if (strange.length > 0)
    throw invalid(
      strange.map((key) => ({ path: `/${key}`, message: 'is not known; a script has turns' })),
      source,
    );
  return checkScript(root.turns, source);
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new RangeError(`it has ${size} bytes, at most ${MAX_BYTES} are read`);
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw errors.SCRIPT_UNREADABLE({ file, reason: code ?? message }, { cause });
  }
}

interface Parsed {
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

const lineColumn = (lines: LineCounter, offset: number) => {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
};

/** Finds the nearest existing node of the path, and the place of `part` inside it. */
function placeIn({ file, text, document, lines }: Parsed): Place {
  return (path, part) => {
    const keys = path.split('/').slice(1);
    for (let depth = keys.length; depth >= 0; depth--) {
      const node = document.getIn(keys.slice(0, depth).map(toKey), true) as Node | undefined;
      const range = node?.range;
      if (range === undefined || range === null) continue;
      const inside = part === undefined ? -1 : text.slice(range[0], range[1]).indexOf(part);
      const start = inside === -1 ? keyStart({ text, range, key: keys[depth - 1] }) : range[0] + inside;
      return { file, ...lineColumn(lines, start) };
    }
    return { file, line: 1, column: 1 };
  };
}

const toKey = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);

/** Returns the start of the key if key and value are on one line. */
function keyStart({
  text,
  range,
  key,
}: {
  text: string;
  range: readonly [number, number, number];
  key: string | undefined;
}): number {
  const lineStart = text.lastIndexOf('\n', range[0] - 1) + 1;
  const at = key === undefined ? -1 : text.slice(lineStart, range[0]).lastIndexOf(`${key}:`);
  return at === -1 ? range[0] : lineStart + at;
}
