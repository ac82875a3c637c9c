import { fields, scenarios } from '../../tests/reference/differences.mjs';
import { cell, code, page, table } from './markdown.mjs';

/** docs/reference/agent-sdk-differences.md: the differences that `npm run compare` knows. */
export const differencesPage = () =>
  page('Differences from Claude Code', [
    '`npm run compare` plays the same conversations through the official Agent SDK with both engines, and compares all messages, field by field, the questions to the program, and the lines of the session files. These differences remain; any other makes it fail. A name such as `a[].b` is the field `b` of each item of `a`, and stands for the fields below it too. `line user` is a line of type `user` in a session file.',
    '## Fields',
    table(['Message', 'Only Claude Code', 'Only Loadout', 'Why'], fields.map(rowOf)),
    '## Conversations',
    'Another order or number of messages, another value, or another error.',
    table(
      ['Scenario', 'Difference'],
      Object.entries(scenarios).map(([name, why]) => [code(name), cell(why)]),
    ),
  ]);

const rowOf = ({ kind, theirs = [], ours = [], why }) => [code(kind), listed(theirs), listed(ours), withCode(why)];

/** The fields without the beginning that all of them share. */
const listed = (names) => names.map((name) => code(name.replace('response.response.', ''))).join(', ');

/** Escapes a sentence, but for its code. */
const withCode = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[|<*_\\]/g, '\\$&')))
    .join('');
