import { defineCommand, jsonFlag } from '@loadout/core/commands';
import type { CallRecord } from '../record/recorded-call.js';
import { reviewRules } from '../review/review-rules.js';
import type { Kind, Proposals } from '../suggest/proposal.js';
import { propose } from '../suggest/propose.js';
import { placeFlags } from './place-flags.js';
import { readProject } from './project.js';
import { reviewJson, reviewText } from './review-text.js';
import { proposedText, suggestionsJson, suggestionsText } from './suggestions-text.js';
import { writeRules } from './write-rules.js';

export const definition = {
  name: 'rules suggest',
  group: 'look',
  summary: 'Propose the fewest rules that would have answered the questions as people did.',
  positionals: [],
  flags: [
    ...placeFlags,
    {
      name: 'kind',
      value: 'KIND',
      repeat: true,
      choices: ['allow', 'ask', 'deny'],
      help: 'Propose rules of this kind only.',
    },
    {
      name: 'write',
      help: 'Write the proposed rules into agent.config.local.yaml, after asking about each kind. Comments stay.',
    },
    { name: 'yes', needs: 'write', help: 'With --write: write without asking.' },
    { name: 'claude', needs: 'write', help: 'With --write: also take what passed in Claude Code as approved.' },
    jsonFlag,
  ],
  details: [
    'Rules that matched no call on record, that another rule shadows, or that allow more than was used are listed with their line.',
    'The sessions of this folder and the transcripts of Claude Code for it are read. A transcript does not say who allowed a call, so --write leaves out rules that only transcripts support. No proposed rule allows a recorded call that was refused, or denies one that ran. A rule is wider than one call only after three different ones of its kind.',
  ],
  examples: ['--json', '--write', '--write --yes --kind deny --kind ask'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const project = await readProject(flags, host);
  const isSure = flags.write && !flags.claude;
  const record = isSure ? answeredHere(project.record) : project.record;
  const kinds = flags.kind.length === 0 ? undefined : (flags.kind as readonly Kind[]);
  const found: Proposals = await propose(record, project.set, { kinds });
  const reviewed = reviewRules(project.record, project.set);
  if (flags.json) host.json({ ...suggestionsJson(found, project), written: reviewJson(reviewed, host.cwd) });
  else host.out(suggestionsText(found, project) + reviewText(reviewed, host.cwd));
  if (flags.write)
    await writeRules(found.rules, {
      plan: project.plan,
      host,
      isSure: flags.yes,
      propose: async (left) =>
        (await propose(record, project.set, { kinds: left.filter((kind) => kinds?.includes(kind) !== false) })).rules,
      show: proposedText,
      tell: flags.json ? host.tell : host.out,
    });
  return 0;
});

/** The record without the approvals that transcripts of Claude Code only let suppose. What they say of refusals stays. */
const answeredHere = ({ calls, ...record }: CallRecord): CallRecord => ({
  ...record,
  calls: calls.map((one) => (one.source === 'claude' && one.answer === 'allowed' ? { ...one, answer: undefined } : one)),
});
