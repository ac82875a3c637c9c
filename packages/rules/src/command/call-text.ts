import { relative } from 'node:path';
import { oneLine } from '@loadout/command';
import type { Access } from '@loadout/core';
import { partText } from '@loadout/core/run';
import type { RecordedCall } from '../record/recorded-call.js';

/** A call on one line: the commands that it runs, or else what it touches. */
export function callText({ call, cwd }: RecordedCall): string {
  const runs = call.accesses.filter(({ kind }) => kind === 'run');
  const parts = (runs.length > 0 ? runs : call.accesses).map((part) => shortPart(part, cwd));
  return oneLine(`${call.tool.name}: ${parts.join(', ') || 'it names nothing that it touches'}`, 120);
}

/** A part of a call, with a path as it is seen from the working folder. */
function shortPart(part: Access, cwd: string): string {
  if (part.kind !== 'read' && part.kind !== 'write') return partText(part);
  const path = relative(cwd, part.path);
  return partText({ ...part, path: path.startsWith('..') ? part.path : path || '.' });
}
