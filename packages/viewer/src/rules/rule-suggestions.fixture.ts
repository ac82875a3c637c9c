import type { RuleSuggestions } from './rule-suggestions.js';

/** Suggestions with a text in each field that a repository or a model can write. */
export const suggestionsWith = (text: string): RuleSuggestions => ({
  summary: '1 rule would have answered 5 of 7 questions.',
  headings: [
    { kind: 'allow', heading: '1 allow rule would let pass what was approved' },
    { kind: 'ask', heading: '1 ask rule would keep the question about what was refused' },
  ],
  rules: [
    {
      effect: 'allow',
      rule: `Bash(npm test:*)${text}`,
      evidence: 'approved 5 times in 3 sessions by a person, last 2026-11-20 10:00',
      calls: ['Bash: npm test -- a', `Bash: ${text}`],
      runs: { path: `/repo/${text}`, rule: `Edit(${text})` },
      also: { does: 'would also allow', example: `npm test ${text}`, recorded: [`Bash: npm test b${text}`] },
    },
    {
      effect: 'ask',
      rule: `Bash(git push:*)${text}`,
      evidence: 'refused once in 1 session by a person',
      calls: [text],
      also: { does: 'would also ask about', recorded: [] },
    },
  ],
  notes: [`s9: ${text}`],
  written: [
    { effect: 'deny', rule: `Edit(/docs/**)${text}`, place: `a${text}.yaml:8:5`, said: 'matched no call on record' },
    {
      effect: 'allow',
      rule: 'Bash(rm x)',
      place: 'agent.config.yaml:9:7',
      said: `decides nothing: deny Bash(rm *)${text} (/elsewhere/${text}:3:1) is tried before`,
    },
    { effect: 'allow', rule: 'Bash(*)', place: 'no file', said: `allows more than was used: npm test, ${text}` },
  ],
});
