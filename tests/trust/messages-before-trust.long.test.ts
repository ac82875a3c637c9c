import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Clone } from './clone.test-kit.js';

const CANARY = 'canary-of-this-machine-7b3c';
const COMMANDS = [
  ['check'],
  ['run', 'a', 'Go.'],
  ['tools'],
  ['explain', 'a', 'Bash(ls)'],
  ['config', 'print'],
  ['models'],
  ['test'],
];

const agent = (more: object) => ({ agents: { a: { model: 'anthropic/claude-haiku-4-5', instructions: 'Hi.', ...more } } });
const effort = (value: string) => ({
  models: { m: { provider: 'anthropic', id: 'claude-opus-4-5', effort: value } },
  ...agent({ model: 'm' }),
});

/** A clone beside a file of the user, which it also has a link to. */
async function clone(config: object) {
  const made = await new Clone().open(() => ({ text: 'Done.' }));
  made.write({ 'agent.config.yaml': JSON.stringify(config) });
  writeFileSync(join(made.outside, 'secret.md'), `${CANARY}\n`);
  symlinkSync('../outside/secret.md', join(made.cwd, 'link.md'));
  return made;
}

describe('a message before trust', () => {
  it.each([
    ['a model option', effort('${env:CANARY}')],
    ['a model option, with a default', effort('${CANARY:-high}')],
    ['a model option from a file outside', effort('${file:../outside/secret.md}')],
    ['a model option from a linked file', effort('${file:./link.md}')],
    ['a model', agent({ model: '${env:CANARY}' })],
    ['a tool', agent({ tools: ['${env:CANARY}'] })],
    ['a skill', agent({ skills: ['${env:CANARY}'] })],
    ['a rule', { permissions: { deny: ['Nope(${env:CANARY}'], allow: ['${env:CANARY}'] }, ...agent({}) }],
    ['the file of a secret', { secrets: { s: { file: './${env:CANARY}' } }, ...agent({ tools: ['${secret:s}'] }) }],
    ['the default of a param', agent({ model: '${param:p}', params: { p: { default: '${env:CANARY}' } } })],
    [
      'an option of a plugin',
      { plugins: { fs: { use: '@loadout/tool-fs', options: { globLimit: '${env:CANARY}' } } }, ...agent({}) },
    ],
    ['the address of a server', { mcpServers: { s: { url: '${env:CANARY}' } }, ...agent({}) }],
  ])('does not tell the value of %s', async (_, config) => {
    const made = await clone(config);
    for (const args of COMMANDS) {
      const { stdout, stderr } = await made.run(args, { CANARY });
      expect(`${args}: ${stdout}${stderr}`).not.toContain(CANARY);
    }
  });

  it('still tells what is wrong beside such a value, and which variable is not set', async () => {
    const made = await clone({ ...effort('${env:CANARY}'), name: '${env:NOT_THERE}', smallModel: 'nowhere' });
    const { code, stdout } = await made.run(['check'], { CANARY });
    expect([code, stdout]).toEqual([2, expect.stringContaining('NOT_THERE')]);
    expect(stdout).toContain('nowhere');
  });
});
