import type { CallNode, Contents, Decision } from '../../model/trajectory.js';

/** A decision with the input of its call. Without an input there is no row. */
export interface Decided {
  readonly call: CallNode;
  readonly contents: Contents | undefined;
}

export interface TestRows {
  readonly text: string;
  readonly rows: number;
  /** Calls without a row: a hook decided, or their input is not in the record as a whole. */
  readonly leftOut: number;
}

/** A test for the file of the agent: each decision as a row of `permissions`. Equal rows are written once. */
export function testRows(decided: readonly Decided[], mode: string | undefined): TestRows {
  const rows = decided.map((one) => rowOf(one, mode));
  const written = [...new Set(rows.filter((row) => row !== undefined))];
  const text = [
    'tests:',
    '  - name: the decisions of a recorded run',
    '    permissions:',
    ...written.map((row) => `      - ${row}`),
    '',
  ].join('\n');
  return { text, rows: written.length, leftOut: rows.filter((row) => row === undefined).length };
}

function rowOf({ call, contents }: Decided, mode: string | undefined): string | undefined {
  const { decision } = call;
  const input = inputOf(contents);
  if (decision === undefined || decision.by === 'hook' || input === undefined) return undefined;
  const agents = call.agent;
  const via = agents.at(-2);
  const parts = [
    agents.length === 0 ? '' : `agent: ${quoted(agents.at(-1))}`,
    via === undefined ? '' : `via: ${quoted(via)}`,
    `call: { ${quoted(call.tool)}: ${quoted(input)} }`,
    `is: ${effectOf(decision)}`,
    byOf(decision),
    (decision.mode ?? mode) === undefined ? '' : `mode: ${quoted(decision.mode ?? mode)}`,
  ];
  return `{ ${parts.filter((part) => part !== '').join(', ')} }`;
}

/** A question is "ask" in a table of tests, whoever answered it. */
const effectOf = ({ by, effect }: Decision): string => (by === 'person' || by === 'nobody' ? 'ask' : effect);

function byOf({ by, rule }: Decision): string {
  if (rule !== undefined) return `by: ${quoted(rule)}`;
  return by === 'mode' ? 'by: mode' : '';
}

/** The input, if the record has all of it. */
function inputOf(contents: Contents | undefined): unknown {
  if (contents?.input === undefined || (contents.input.cut ?? 0) > 0) return undefined;
  try {
    const value: unknown = JSON.parse(contents.input.head + (contents.input.tail ?? ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** JSON is YAML too. `$${` keeps a `${` of the record from being filled in with a variable of the reader. */
const quoted = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('${', () => '$${')
    .replace(
      /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\u200b-\u200f\u202a-\u202e\u2060-\u206f]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
