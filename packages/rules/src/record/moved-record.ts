import { join, relative, sep } from 'node:path';
import type { Access } from '@loadout/core';
import type { CallRecord, RecordedCall } from './recorded-call.js';

/** Returns a record of another machine as one of this workspace: what lay in the folder of a session lies in the workspace. */
export const movedRecord = (record: CallRecord, workspace: string): CallRecord => ({
  ...record,
  calls: record.calls.map((one) => movedCall(one, workspace)),
});

function movedCall(record: RecordedCall, workspace: string): RecordedCall {
  const { cwd: from, call } = record;
  if (from === '' || isIn(from, workspace)) return record;
  const moved = (path: string) => (isIn(path, from) ? join(workspace, relative(from, path)) : path);
  return { ...record, cwd: workspace, call: { ...call, accesses: call.accesses.map((access) => movedAccess(access, moved)) } };
}

function movedAccess(access: Access, moved: (path: string) => string): Access {
  if (access.kind === 'read' || access.kind === 'write') return { ...access, path: moved(access.path) };
  if (access.kind !== 'run' || access.names === undefined) return access;
  return { ...access, names: access.names.map((name) => ({ ...name, path: moved(name.path) })) };
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);
