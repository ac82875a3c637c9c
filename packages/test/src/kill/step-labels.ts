import { isToolUse, type Message } from '@loadout/core/model';

export interface StepLabels {
  /** Describes the record of a step, counted from 1: `started Bash`. */
  nameOf(step: number): string;
  /** Whether the record after this step is the end of a call. */
  endsAfter(step: number): boolean;
  /** Returns the calls that were running when the process was killed after this step, and may not run again. */
  openAt(step: number): readonly string[];
}

interface Line {
  readonly t: string;
  readonly id?: string;
  readonly name?: string;
  readonly repeatable?: boolean;
  readonly message?: Message;
}

/** Reads the lines of sessions. */
export function stepLabels(lines: readonly string[]): StepLabels {
  const records = lines.map((line) => JSON.parse(line) as Line);
  const names = new Map(records.flatMap(({ t, id, name }) => (t === 'started' && id !== undefined ? [[id, name ?? '']] : [])));
  return {
    nameOf: (step) => labelOf(records[step - 1], names),
    endsAfter: (step) => records[step]?.t === 'ended',
    openAt: (step) => openIn(records.slice(0, step)),
  };
}

function labelOf(record: Line | undefined, names: ReadonlyMap<string, string>): string {
  if (record === undefined) return 'the end';
  const { t, id = '', name, message } = record;
  if (t === 'started') return `started ${name}`;
  if (t === 'ended') return `ended ${names.get(id) ?? 'a call'}`;
  if (t !== 'message' || message === undefined) return t === 'asked' ? 'the prompt' : t;
  const tools = message.content.filter(isToolUse).map((use) => use.name);
  if (message.role === 'user') return 'a message to the model';
  return tools.length === 0 ? 'an answer of the model' : `an answer with ${tools.join(', ')}`;
}

/** Returns the open calls. An id may occur in several sessions, so each end closes one start. */
function openIn(records: readonly Line[]): readonly string[] {
  const open: Line[] = [];
  for (const record of records) {
    if (record.t === 'started' && record.repeatable !== true) open.push(record);
    const at = record.t === 'ended' ? open.findIndex(({ id }) => id === record.id) : -1;
    if (at >= 0) open.splice(at, 1);
  }
  return open.map(({ name = '' }) => name);
}
