import { workingFolder } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import { sessionFolder } from '@loadout/runner';
import { readClaude } from '../record/read-claude.js';
import { readRecord } from '../record/read-record.js';
import { type ReadRules, readRuleSet } from '../record/read-rule-set.js';
import type { CallRecord } from '../record/recorded-call.js';
import type { PlaceFlags } from './place-flags.js';

export interface Project extends ReadRules {
  readonly cwd: string;
  readonly record: CallRecord;
}

/** Reads the rules of a project and the calls of its sessions. Nothing of either runs. */
export async function readProject(flags: PlaceFlags, host: CommandHost): Promise<Project> {
  const cwd = workingFolder(host.cwd, { flag: '--cwd', dir: flags.cwd });
  const { config: file, profile } = flags;
  const read = await readRuleSet({ file, cwd, profile, env: host.env });
  host.hide(read.plan.secrets);
  const folder = sessionFolder({ workspace: read.set.workspace, dir: read.plan.sessions.dir, env: host.env });
  return { ...read, cwd, record: joined(readRecord(folder), readClaude(read.set, host.env)) };
}

const joined = (one: CallRecord, other: CallRecord): CallRecord => ({
  calls: [...one.calls, ...other.calls],
  unclear: [...one.unclear, ...other.unclear],
  unread: [...one.unread, ...other.unread],
});
