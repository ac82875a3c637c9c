import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookEvent } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { afterAll, describe, expect, it } from 'vitest';
import { missingPrograms } from './missing-programs.js';

const workspace = mkdtempSync(join(tmpdir(), 'loadout-missing-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
mkdirSync(join(workspace, 'hooks'));
for (const name of ['there.sh', 'hooks/a there.sh', 'hooks/there.py']) {
  writeFileSync(join(workspace, name), '');
  chmodSync(join(workspace, name), 0o755);
}
for (const name of ['bash', 'node', 'python3', 'touch', 'env']) {
  writeFileSync(join(workspace, 'hooks', name), '');
  chmodSync(join(workspace, 'hooks', name), 0o755);
}
const env = { PATH: join(workspace, 'hooks') };

const hooksOf = (command: string, event: HookEvent = 'Stop') => [{ event, entry: { type: 'command', command } }];
const messages = (plan: Partial<Plan>) =>
  missingPrograms({ workspace, configDir: workspace, agents: {}, hooks: [], ...plan } as unknown as Plan, env).map(
    ({ error }) => error.message,
  );
const told = (command: string) => messages({ hooks: hooksOf(command) as unknown as Plan['hooks'] });

describe('the first command of the line of a hook', () => {
  it.each([
    ['./gone.sh', './gone.sh'],
    ['bash ./gone.sh --all', './gone.sh'],
    ['"$CLAUDE_PROJECT_DIR"/hooks/gone.py', `${workspace}/hooks/gone.py`],
    [`${workspace}/gone.sh`, `${workspace}/gone.sh`],
    ['python3 hooks/gone.py', 'hooks/gone.py'],
    ['gone', 'gone'],
    ['A=1 B=2 gone --all', 'gone'],
    ['"./hooks/a gone.sh"', './hooks/a gone.sh'],
    ['./gone.sh && ./there.sh', './gone.sh'],
    ['./gone.sh | tee log', './gone.sh'],
    ['./gone.sh|tee log', './gone.sh'],
    ['./gone.sh>log', './gone.sh'],
    ['./gone.sh 2>log', './gone.sh'],
    ['./gone.sh; ./there.sh', './gone.sh'],
    ['bash gone.sh; exit $?', 'gone.sh'],
    ['./gone.sh; ./there.sh || true', './gone.sh'],
    ["./gone.sh 'a;true'", './gone.sh'],
    ['./gone.sh\n./there.sh', './gone.sh'],
    ['node dist/gone.js', 'dist/gone.js'],
    ['./hooks', './hooks'],
  ])('is told if its program or script is missing: %s', (command, program) => {
    expect(told(command)).toEqual([expect.stringContaining(`The hook Stop starts ${program}, which is `)]);
  });

  it.each([
    './there.sh',
    'bash there.sh',
    '"$CLAUDE_PROJECT_DIR"/hooks/there.py -v',
    'touch ./gone',
    '"./hooks/a there.sh"',
    './hooks/a\\ gone.sh',
    './hooks/*.sh',
    './gone$(uname).sh',
    './gone"$X".sh',
    '$HOOKS/gone.sh',
    'python3 ./hooks',
    './gone.sh || true',
    './gone.sh 2>/dev/null || exit 0',
    './gone.sh; true',
    './gone.sh ;:',
    './gone.sh; ./there.sh; exit 0;',
    './there.sh "a; b"; true',
    '[ -x ./gone.sh ] && ./gone.sh',
    'if [ -x ./gone.sh ]; then ./gone.sh; fi',
    'test ! -f gone.sh || bash gone.sh',
    'cd hooks; ./gone.sh',
    'touch gone.sh; bash gone.sh',
    'set -e; ./gone.sh',
    'node -e "a; b"; ./gone.sh',
    '> log ./gone.sh',
  ])('is not told if it is there, may fail, or only a shell can read it: %s', (command) => {
    expect(told(command)).toEqual([]);
  });
});

it('the hooks of the agents and the skills are looked at too', () => {
  const plan = {
    hooks: hooksOf('./one'),
    agents: { main: { hooks: hooksOf('./two') } },
    skills: { s: { hooks: hooksOf('./three') } },
  };
  expect(messages(plan as unknown as Partial<Plan>)).toEqual(
    ['one', 'two', 'three'].map((name) => expect.stringContaining(`./${name}, `)),
  );
});
