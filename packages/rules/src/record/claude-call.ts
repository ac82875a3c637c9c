import { resolve } from 'node:path';
import type { Access } from '@loadout/core';
import type { DecidedCall } from '@loadout/core/run';
import { accessesOf, analyse, realPath } from '@loadout/shell-rules';

export interface ClaudePlace {
  /** The working folder of the call. */
  readonly cwd: string;
  readonly workspace: string;
  readonly home: string;
}

/** Says what a call of one of Claude Code's tools touches. A text: it cannot be said, and why. `undefined`: nothing is asked about such calls. */
export function claudeCall(name: string, input: unknown, place: ClaudePlace): DecidedCall | string | undefined {
  if (name.startsWith('mcp__')) {
    const server = name.split('__')[1];
    return { ...BARE, tool: { name, aliases: [], origin: { kind: 'mcp', server } }, input, openWorld: true };
  }
  const row = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (row === undefined) return undefined;
  const value = textIn(input, row.field);
  if (value === undefined || value === '' || value.includes('\0')) return 'its input is not on record';
  const touched = row.touches(value, place, input);
  if (typeof touched === 'string') return touched;
  return { ...BARE, tool: { name: row.as ?? name, aliases: [], origin: { kind: 'base' } }, input, ...touched };
}

type Touched = Pick<DecidedCall, 'accesses'> & Partial<Pick<DecidedCall, 'readOnly' | 'openWorld'>>;

interface Row {
  readonly field: string;
  /** The name of the tool here. Default: that of Claude Code. */
  readonly as?: string;
  readonly touches: (value: string, place: ClaudePlace, input: unknown) => Touched | string;
}

const BARE = { readOnly: false, openWorld: false, accesses: [] } as const;

const writes: Row['touches'] = (path, place) => fileTouched('write', path, place);
const reads: Row['touches'] = (path, place) => fileTouched('read', path, place);

/** The tools of Claude Code that a person is asked about, by name. */
const TOOLS: Readonly<Record<string, Row>> = {
  Bash: { field: 'command', touches: commandTouched },
  Edit: { field: 'file_path', touches: writes },
  MultiEdit: { field: 'file_path', as: 'Edit', touches: writes },
  Write: { field: 'file_path', touches: writes },
  NotebookEdit: { field: 'notebook_path', touches: writes },
  Read: { field: 'file_path', touches: reads },
  WebFetch: { field: 'url', touches: fetchTouched },
};

/** A link on the way of a path may be younger than the call, which then touched something else. */
function fileTouched(kind: 'read' | 'write', path: string, { cwd }: ClaudePlace): Touched | string {
  const whole = resolve(cwd, path);
  if (realOf(whole) !== whole) return 'a link is on the way of its path now';
  const access: Access = { kind, path: whole };
  return { accesses: [access], readOnly: kind === 'read' };
}

function realOf(path: string): string | undefined {
  try {
    return realPath('/', path);
  } catch {
    return undefined;
  }
}

function commandTouched(command: string, { cwd, workspace, home }: ClaudePlace, input: unknown): Touched {
  const analysis = analyse(command);
  const later = flagIn(input, 'run_in_background');
  const accesses = accessesOf(command, { analysis, cwd, home, roots: [workspace], later });
  return { accesses, readOnly: analysis.readOnly && !later, openWorld: true };
}

function fetchTouched(url: string): Touched | string {
  if (!URL.canParse(url)) return 'its address is none';
  return { accesses: [{ kind: 'fetch', url: new URL(url).href }], readOnly: true, openWorld: true };
}

const fieldIn = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[name] : undefined;

const textIn = (input: unknown, name: string): string | undefined => {
  const value = fieldIn(input, name);
  return typeof value === 'string' ? value : undefined;
};

const flagIn = (input: unknown, name: string): boolean => fieldIn(input, name) === true;
