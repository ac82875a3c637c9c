import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { taggedProcesses } from '@loadout/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems, rendered } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
beforeAll(() => sandbox.install('@loadout/hooks', { hookTypes: { command: { type: 'object' } } }));
afterAll(() => sandbox.remove());

const env = { PATH: process.env.PATH ?? '' };
const using = (source: string) =>
  sandbox.project({ 'agent.config.yaml': `secrets: { S: ${source} }\nagents: { a: { instructions: "\${secret:S}" } }\n` });

describe('a secret that is used', () => {
  it('is never awaited from a pipe or a device, and read from no huge file (N2)', async () => {
    const cwd = using('{ file: ./pipe }');
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    expect(await rendered(cwd)).toContain('pipe is not a regular file.');
    expect(await rendered(using('{ file: /dev/zero }'))).toContain('/dev/zero is not a regular file.');
    const huge = using('{ file: ./huge }');
    writeFileSync(join(huge, 'huge'), '');
    truncateSync(join(huge, 'huge'), 2 ** 30);
    expect(await rendered(huge)).toContain('huge is larger than 1024 KiB.');
  });

  it.each([
    ['[""]', 'its command names no program'],
    ['[./nothing]', 'there is no command ./nothing'],
    ['[./agent.config.yaml]', 'the command ./agent.config.yaml may not be run'],
    ['[sh, -c, "exit 3"]', 'the command sh failed with exit code 3'],
    ['[sh, -c, "kill -9 $$$$"]', 'the command sh failed (SIGKILL)'],
    ['[sh, -c, "yes"]', 'the command sh printed more than 64 KiB'],
    ['["true"]', 'the command true printed nothing'],
  ])('of the command %s has no value, and the reason is told', async (command, reason) => {
    expect(await rendered(using(`{ command: ${command} }`), { env })).toContain(`The secret "S" has no value: ${reason}.`);
  });

  it('of a command that is stopped leaves nothing that the command started', async () => {
    const tag = `loadout-secret-${process.pid}`;
    const command = '[sh, -c, "sleep 600 & yes"]';
    expect(await rendered(using(`{ command: ${command} }`), { env: { ...env, TAG: tag } })).toContain('more than 64 KiB');
    await expect.poll(() => taggedProcesses(tag)).toEqual([]);
  });

  it('is found in the text of a hook wherever the hook finds it', async () => {
    const hook = `{ Stop: [{ hooks: [{ type: command, command: "echo \${X:-\${secret:S}}" }] }] }`;
    const cwd = sandbox.project({ 'agent.config.yaml': `secrets: { S: { env: KEY } }\nhooks: ${hook}\nagents: { a: {} }\n` });
    const { plan } = await load(cwd, { env: { KEY: 'abcdef' } });
    expect(plan.hooks[0]?.entry.command).toBe('echo ${X:-abcdef}');
    expect(plan.secrets).toEqual(['abcdef']);
  });
});

it('a variable is set only if the environment itself has it, and not what every object inherits', async () => {
  const cwd = sandbox.project({ 'agent.config.yaml': 'agents: { a: { instructions: "${env:constructor}" } }\n' });
  expect(await problems(cwd)).toEqual(['CONFIG_ENV_UNSET agents.a.instructions']);
  expect(await rendered(using('{ env: toString }'))).toContain('the environment variable toString is not set');
});
