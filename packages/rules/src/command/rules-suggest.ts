import { defineCommand, jsonFlag } from '@loadout/core/commands';
import type { CallRecord } from '../record/recorded-call.js';
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
    { name: 'claude', needs: 'write', help: 'With --write: also take what passed in Claude Code as approved.' },
    jsonFlag,
  ],
  details: [
    'Rules that matched no call on record, that another rule shadows, or that allow more than was used are listed with their line.',
    'The sessions of this folder and the transcripts of Claude Code for it are read. A transcript does not say who allowed a call, so --write leaves out what only transcripts speak for. No proposed rule allows a recorded call that was refused. A rule is wider than one call only after three different ones of its kind.',
  ],
  examples: ['--json', '--write'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const project = await readProject(flags, host);
  const isSure = flags.write && !flags.claude;
  const found = await propose(isSure ? answeredHere(project.record) : project.record, project.set);
  const reviewed = reviewRules(project.record, project.set);
  if (flags.json) host.json({ ...suggestionsJson(found, project), written: reviewJson(reviewed) });
  else host.out(suggestionsText(found, project) + reviewText(reviewed, host.cwd));
  if (flags.write) await writeRules(found.rules, { plan: project.plan, host });
  return 0;
});

/** The record without the approvals that transcripts of Claude Code only let suppose. What they say of refusals stays. */
const answeredHere = ({ calls, ...record }: CallRecord): CallRecord => ({
  ...record,
  calls: calls.map((one) => (one.source === 'claude' && one.answer === 'allowed' ? { ...one, answer: undefined } : one)),
});
