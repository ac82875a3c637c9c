import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { reviewRules } from '../review/review-rules.js';
import { propose } from '../suggest/propose.js';
import { placeFlags } from './place-flags.js';
import { readProject } from './project.js';
import { reviewJson, reviewText } from './review-text.js';
import { suggestionsJson, suggestionsText } from './suggestions-text.js';
import { writeRules } from './write-rules.js';

export const definition = {
  name: 'rules suggest',
  group: 'look',
  summary: 'Propose the fewest rules that would have spared the questions that people answered with yes.',
  positionals: [],
  flags: [
    ...placeFlags,
    { name: 'write', help: 'Write the proposed rules into agent.config.local.yaml. Comments stay.' },
    jsonFlag,
  ],
  details: [
    'Rules that matched no call on record, that another rule shadows, or that allow more than was used are listed with their line.',
    'The sessions of this folder are read. No proposed rule allows a recorded call that was refused. A rule is wider than one call only after three different ones of its kind.',
  ],
  examples: ['--json', '--write'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const project = await readProject(flags, host);
  const found = await propose(project.record, project.set);
  const reviewed = reviewRules(project.record, project.set);
  if (flags.json) host.json({ ...suggestionsJson(found, project), written: reviewJson(reviewed) });
  else host.out(suggestionsText(found, project) + reviewText(reviewed, host.cwd));
  if (flags.write) await writeRules(found.rules, { plan: project.plan, host });
  return 0;
});
