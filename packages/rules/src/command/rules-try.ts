import { resolve } from 'node:path';
import { oneLine } from '@loadout/command';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { readFileVersion, readRefVersion } from '../compare/read-version.js';
import { turnsOf } from '../compare/turns.js';
import { errors } from '../errors.js';
import { placeFlags } from './place-flags.js';
import { readProject } from './project.js';
import { turnsJson, turnsText } from './turns-text.js';

export const definition = {
  name: 'rules try',
  group: 'look',
  summary: 'Apply the rules of another version to every recorded call, and show each decision that changes.',
  positionals: [{ name: 'file', optional: true, help: 'A configuration whose rules are the new ones.' }],
  flags: [
    ...placeFlags,
    { name: 'ref', value: 'REF', help: 'A git ref. The rules of the configuration there are the old ones.' },
    {
      name: 'sessions',
      value: 'DIR',
      help: 'Read the sessions in this folder, which may come from another machine. Default: those of this project.',
    },
    jsonFlag,
  ],
  details: [
    'Each recorded call is decided twice: by the rules of --ref or of this folder, and by the rules of the file or of this folder. Nothing of either version runs.',
    'Exits with 1 if a call that was denied, by the rules before or by a person, would be allowed.',
  ],
  examples: ['--ref main', 'stricter.yaml'],
} as const;

export default defineCommand(definition, async ({ positionals: [file], flags }, host) => {
  if (file === undefined && flags.ref === undefined) throw errors.RULES_VERSION_MISSING({});
  const project = await readProject(flags, host);
  const { set, plan, cwd } = project;
  const options = { cwd, profile: flags.profile, env: host.env };
  const after = file === undefined ? set : await readFileVersion(resolve(host.cwd, file), { ...options, now: project });
  const before = flags.ref === undefined ? set : await readRefVersion(plan.configFile ?? '', { ...options, ref: flags.ref });
  const found = turnsOf(project.record, { before, after });
  if (flags.json) host.json(turnsJson(found));
  else host.out(turnsText(found, host.cwd));
  for (const problem of project.record.unread) host.tell(`note: ${oneLine(problem, 200)}\n`);
  return found.turns.some(({ widens }) => widens) ? 1 : 0;
});
