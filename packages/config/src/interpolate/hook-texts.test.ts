import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems } from '../load/sandbox.fixture.js';
import { parseTemplate } from './template.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } }));
afterAll(() => sandbox.remove());

const env = { KEY: 'k', PATH: '/bin' };
const entry = (text: string) => `{ Stop: [{ hooks: [{ type: command, command: ${JSON.stringify(text)} }] }] }`;

/** The values that a top-level hook and an agent's hook receive for the same text. */
async function given(text: string): Promise<unknown[]> {
  const cwd = sandbox.project({
    'agent.config.yaml': `hooks: ${entry(text)}\nagents: { a: { hooks: ${entry(text)} } }\n`,
  });
  const { plan } = await load(cwd, { env });
  return [...plan.hooks, ...(plan.agents.a?.hooks ?? [])].map((hook) => hook.entry.command);
}

describe('the texts of a hook (HOOK-15)', () => {
  it.each([
    ['echo ${HOME} ${PATH:-none} $PATH', 'variables of a shell, set here or not'],
    ['${tool_input.file_path}', 'a field of the event'],
    ['Is this fine? $ARGUMENTS', 'the event'],
    ['echo $$ $(pwd) ${x%.*} ${#x} ${x:0:3} ${!x} ${a[0]}', 'all else that a shell knows'],
    ['echo "${', 'what is not closed'],
    ['${env} ${env:-x}', 'variables that are called like ours'],
  ])('%s reaches the hook unchanged: %s', async (text) => {
    expect(await given(text)).toEqual([text, text]);
  });

  it('are filled in where they name one of our kinds, also inside the hook’s own references', async () => {
    expect(await given('run ${env:KEY} ${env:NO:-none} "${x:-${env:KEY}}"')).toEqual([
      'run k none "${x:-k}"',
      'run k none "${x:-k}"',
    ]);
    const [atTop] = await given('${configDir}/a');
    expect(atTop).toMatch(/^\/.+\/a$/);
  });

  it('keep our references literally after a second $', async () => {
    expect(await given('$${env:KEY} $${tool_name}')).toEqual(['${env:KEY} ${tool_name}', '${env:KEY} ${tool_name}']);
  });

  it('report an error for a missing or unset name of ours', async () => {
    const cwd = sandbox.project({ 'agent.config.yaml': `hooks: ${entry('${env:} ${env:UNSET}')}\nagents: { a: {} }\n` });
    expect(await problems(cwd, { env })).toEqual([
      'CONFIG_INTERPOLATION hooks.Stop[0].hooks[0].command',
      'CONFIG_ENV_UNSET hooks.Stop[0].hooks[0].command',
    ]);
  });

  it('outside of hooks, an unknown reference is an error', () => {
    expect(parseTemplate('${x:0}')).toMatchObject([{ problem: expect.stringContaining('is not a known kind') }]);
    expect(parseTemplate('${x:0}', { inHook: true })).toEqual(['${x:0}']);
  });
});
