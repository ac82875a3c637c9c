import type { RuleSuggestions } from './rule-suggestions.js';

/** Suggestions with a text in each field that a repository or a model can write. */
export const suggestionsWith = (text: string): RuleSuggestions => ({
  questions: 7,
  spared: 5,
  rules: [
    {
      effect: 'allow',
      rule: `Bash(npm test:*)${text}`,
      questions: 5,
      sessions: ['s1', 's2', text],
      sources: ['loadout', 'claude'],
      first: '2026-11-02T10:00:00.000Z',
      last: '2026-11-20T10:00:00.000Z',
      calls: ['Bash: npm test -- a', `Bash: ${text}`],
      runs: { path: `/repo/${text}`, rule: `Edit(${text})` },
      alsoAllows: { example: `npm test ${text}`, recorded: [`Bash: npm test b${text}`] },
    },
    {
      effect: 'ask',
      rule: `Bash(git push:*)${text}`,
      questions: 1,
      sessions: ['s1'],
      sources: ['loadout'],
      calls: [text],
      alsoAllows: { recorded: [] },
    },
  ],
  unclear: 2,
  unread: [`s9: ${text}`],
  written: [
    {
      effect: 'deny',
      rule: `Edit(/docs/**)${text}`,
      position: { file: `/repo/a${text}.yaml`, line: 8, column: 5 },
      finding: 'unused',
    },
    {
      effect: 'allow',
      rule: 'Bash(rm x)',
      position: { file: '/repo/agent.config.yaml', line: 9, column: 7 },
      finding: 'shadowed',
      by: { effect: 'deny', rule: `Bash(rm *)${text}`, position: { file: `/elsewhere/${text}`, line: 3, column: 1 } },
    },
    { effect: 'allow', rule: 'Bash(*)', finding: 'wide', uses: ['npm test', text] },
  ],
});
