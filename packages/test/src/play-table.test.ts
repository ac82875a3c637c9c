import { expect, it } from 'vitest';
import { tested, testProject } from './test-project.test-kit.js';

const CONFIG = `permissions: { deny: ["Bash(rm:*)", "Read(secrets/**)"], ask: ["Bash(git push:*)"], allow: ["Bash(npm test)"] }
agents:
  lead: { instructions: Lead., tools: [Agent, Read], subagents: { tester: {} } }
  tester: { description: Tests., instructions: Test., tools: [Bash, Read], permissions: { deny: ["Bash(npm publish:*)"] } }
tests:
  - name: table
    permissions:
`;
const rows = (...lines: readonly string[]) => testProject(CONFIG + lines.map((line) => `      - ${line}\n`).join(''));

it('rows that hold pass, with the rule by its path or its text', async () => {
  const cwd = rows(
    '{ agent: tester, call: "Bash(rm x)", is: deny, by: permissions.deny.0 }',
    '{ agent: tester, call: "Bash(rm x)", is: deny, by: "permissions.deny[0]" }',
    '{ agent: tester, call: "Bash(rm x)", is: deny, by: "Bash(rm:*)" }',
    '{ agent: tester, via: lead, call: "Bash(npm test)", is: allow, by: permissions.allow.0 }',
    '{ agent: tester, via: lead, call: "Bash(npm publish)", is: deny, by: agents.tester.permissions.deny.0 }',
    '{ agent: tester, call: Bash(ls), is: allow, by: mode }',
    '{ agent: tester, call: Bash(make), is: ask }',
    '{ agent: tester, call: Bash(make), is: deny, mode: dontAsk, reason: dontAsk }',
    '{ agent: lead, call: Bash(ls), is: deny, by: tools }',
    '{ agent: lead, call: { Read: { file_path: secrets/x } }, is: deny, by: permissions.deny.1 }',
  );
  const { code, result } = await tested(cwd);
  expect([code, result().failures]).toEqual([0, []]);
  expect(result().decisions).toHaveLength(10);
});

it.each([
  ['{ agent: tester, call: "Bash(npm test && rm x)", is: allow }', 'is deny, expected allow', 'is'],
  ['{ agent: tester, call: "Bash(npm test)", is: allow, by: mode }', 'decided by permissions.allow.0', 'by'],
  ['{ agent: tester, call: "Bash(npm publish)", is: allow }', 'is deny', 'is'],
  ['{ agent: tester, call: "Bash(git push)", is: deny }', 'is ask', 'is'],
  ['{ agent: tester, call: "Bash(rm x)", is: deny, reason: other }', 'The reason', 'reason'],
  ['{ agent: tester, call: "Bsh(rm x)", is: deny }', 'no tool', 'call'],
  ['{ agent: nobody, via: lead, call: "Bash(rm x)", is: deny }', 'nobody', 'call'],
])('%s fails at its place', async (row, message, key) => {
  const { code, result } = await tested(rows(row));
  expect([code, result().failures]).toMatchObject([
    1,
    [{ path: ['permissions', 0, key], message: expect.stringContaining(message), line: 9 }],
  ]);
});

it('a wrong decision shows the steps and the rule with its line', async () => {
  const { result } = await tested(rows('{ agent: tester, call: "Bash(rm x)", is: allow }'));
  expect(result().failures[0]?.detail).toEqual([
    'deny rules: deny',
    'Bash is denied by the rule Bash(rm:*) (agent.config.yaml:2:23).',
  ]);
});
