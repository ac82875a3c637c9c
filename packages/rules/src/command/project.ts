import { resolve } from 'node:path';
import { workingFolder } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import { sessionFolder } from '@loadout/sessions';
import { errors } from '../errors.js';
import { movedRecord } from '../record/moved-record.js';
import { readClaude } from '../record/read-claude.js';
import { readRecord } from '../record/read-record.js';
import { type ReadRules, readRuleSet } from '../record/read-rule-set.js';
import type { CallRecord } from '../record/recorded-call.js';
import type { PlaceFlags } from './place-flags.js';

export interface Project extends ReadRules {
  readonly cwd: string;
  readonly record: CallRecord;
}

interface RecordFlags extends PlaceFlags {
  /** A folder of sessions of another machine. */
  readonly sessions?: string | undefined;
}

/** Reads the rules of a project and the calls of its sessions. Nothing of either runs. Throws RULES_SESSIONS_MISSING. */
export async function readProject(flags: RecordFlags, host: Pick<CommandHost, 'cwd' | 'env' | 'hide'>): Promise<Project> {
  const cwd = workingFolder(host.cwd, { flag: '--cwd', dir: flags.cwd });
  const { config: file, profile } = flags;
  const read = await readRuleSet({ file, cwd, profile, env: host.env });
  host.hide(read.plan.secrets);
  return { ...read, cwd, record: flags.sessions === undefined ? ownRecord(read, host) : givenRecord(flags.sessions, read, host) };
}

function ownRecord({ set, plan }: ReadRules, { env }: Pick<CommandHost, 'env'>): CallRecord {
  const folder = sessionFolder({ workspace: set.workspace, dir: plan.sessions.dir, env });
  return joined(readRecord(folder), readClaude(set, env));
}

function givenRecord(given: string, { set }: ReadRules, { cwd }: Pick<CommandHost, 'cwd'>): CallRecord {
  const dir = resolve(cwd, given);
  const record = readRecord({ dir });
  if (record.calls.length + record.unclear.length + record.unread.length === 0) throw errors.RULES_SESSIONS_MISSING({ dir });
  return movedRecord(record, set.workspace);
}

const joined = (one: CallRecord, other: CallRecord): CallRecord => ({
  calls: [...one.calls, ...other.calls],
  unclear: [...one.unclear, ...other.unclear],
  unread: [...one.unread, ...other.unread],
});
