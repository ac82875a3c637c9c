import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { examineNotes, type Finding } from './examine-notes.js';
import { everyNote, noteFlags, openNotes } from './note-project.js';

const definition = {
  name: 'memory doctor',
  group: 'look',
  summary: 'Find problems in the notes: waiting, old, duplicate or too large notes, and secrets.',
  positionals: [],
  flags: [
    ...noteFlags,
    { name: 'older', value: 'DAYS', form: 'count', help: 'Report notes that are older than this. Default: 90.' },
    jsonFlag,
  ],
  details: ['Exits with 1 if there is a problem. An old note alone is not a problem.'],
  examples: ['--older 30'],
} as const;

export default defineCommand(definition, async ({ flags }, host) => {
  const { store, options } = await openNotes(flags, host);
  const notes = await everyNote(store);
  const examined = { options, store, now: Date.now(), days: Number(flags.older ?? 90), called: host.called };
  const findings = examineNotes(notes, examined);
  if (flags.json) host.json({ folder: store.folder, notes: notes.length, findings });
  else host.out(textOf(findings, notes.length));
  return findings.some(({ kind }) => kind === 'problem') ? 1 : 0;
});

const textOf = (findings: readonly Finding[], count: number): string =>
  findings.length === 0
    ? `Nothing is wrong with ${count === 1 ? 'the 1 note' : `the ${count} notes`}.\n`
    : findings.map(({ kind, says, fix }) => `${kind}: ${says}${fix === undefined ? '' : `\n  fix: ${fix}`}\n`).join('');
