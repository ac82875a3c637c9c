import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load, makeSandbox, problems } from './sandbox.fixture.js';

const folders = makeSandbox();
afterAll(() => folders.remove());

const NOTHING = {
  use: 'bubblewrap',
  required: true,
  autoAllow: false,
  excludedCommands: [],
  filesystem: { allowWrite: [], denyWrite: [], denyRead: [] },
  network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: false, allowUnixSockets: [] },
};

const project = (config: string, files: Readonly<Record<string, string>> = {}) => {
  const cwd = folders.project({ ...files, 'agent.config.yaml': config });
  return { cwd, options: { userFile: join(cwd, 'user.yaml'), managedFile: join(cwd, 'managed.yaml') } };
};
const sandboxOf = async (config: string, files: Readonly<Record<string, string>> = {}) => {
  const { cwd, options } = project(config, files);
  return (await load(cwd, options)).plan.agents.x?.sandbox;
};

describe('sandbox: (SBX-01)', () => {
  it('is off by default, and one word enables it with everything closed', async () => {
    expect(await sandboxOf('agents: { x: {} }\n')).toBeUndefined();
    expect(await sandboxOf('sandbox: off\nagents: { x: {} }\n')).toBeUndefined();
    expect(await sandboxOf('sandbox: bubblewrap\nagents: { x: {} }\n')).toMatchObject(NOTHING);
    expect(await sandboxOf('sandbox: {}\nagents: { x: {} }\n')).toMatchObject(NOTHING);
  });

  it('is required once enabled, unless required is false (SBX-04)', async () => {
    expect((await sandboxOf('sandbox: bubblewrap\nagents: { x: {} }\n'))?.required).toBe(true);
    expect((await sandboxOf('sandbox: { required: false }\nagents: { x: {} }\n'))?.required).toBe(false);
    const { cwd } = project('sandbox: { required: false, autoAllow: true }\nagents: { x: {} }\n');
    expect(await problems(cwd)).toEqual(['CONFIG_VALUE_REFUSED sandbox.autoAllow']);
  });

  it('of an agent overrides that of the file; deny lists add up', async () => {
    const plan = await sandboxOf(
      `sandbox:
  autoAllow: true
  filesystem: { allowWrite: [/a], denyRead: [~/.ssh] }
  network: { allowedDomains: [a.com], deniedDomains: [b.com] }
agents:
  x:
    sandbox:
      autoAllow: false
      filesystem: { allowWrite: [./out], denyRead: [/b] }
      network: { deniedDomains: ["*.c.com"] }
`,
    );
    expect(plan).toMatchObject({
      autoAllow: false,
      filesystem: {
        allowWrite: [expect.stringMatching(/project-\d+\/out$/)],
        denyRead: [expect.stringMatching(/\/\.ssh$/), '/b'],
      },
      network: { allowedDomains: ['a.com'], deniedDomains: ['b.com', '*.c.com'] },
      position: { line: 8, column: 7 },
    });
  });

  it('merges across files and profiles, including the short form', async () => {
    const config =
      'extends: ./base.yaml\nsandbox: { network: { allowedDomains: [a.com] } }\nagents: { x: {} }\nprofiles: { open: { sandbox: off } }\n';
    const files = { 'base.yaml': 'sandbox: bubblewrap\n' };
    const { cwd, options } = project(config, files);
    expect((await load(cwd, options)).plan.agents.x?.sandbox).toMatchObject({ network: { allowedDomains: ['a.com'] } });
    expect((await load(cwd, { ...options, profile: 'open' })).plan.agents.x?.sandbox).toBeUndefined();
    const denied = { 'base.yaml': 'sandbox: { filesystem: { denyRead: [/secret] } }\n' };
    const narrower = project('extends: ./base.yaml\nsandbox: { filesystem: { denyRead: [] } }\nagents: { x: {} }\n', denied);
    expect((await load(narrower.cwd)).plan.agents.x?.sandbox?.filesystem.denyRead).toEqual(['/secret']);
  });
});

describe('the settings of the user and the administrator', () => {
  it('apply their sandbox to every project', async () => {
    const files = {
      'user.yaml': 'sandbox: { filesystem: { denyRead: [/u] } }\n',
      'managed.yaml': 'sandbox: { filesystem: { denyRead: [/m] } }\n',
    };
    expect((await sandboxOf('agents: { x: {} }\n', files))?.filesystem.denyRead).toEqual(['/m', '/u']);
    expect(
      (await sandboxOf('sandbox: { filesystem: { denyRead: [/p] } }\nagents: { x: {} }\n', files))?.filesystem.denyRead,
    ).toEqual(['/m', '/u', '/p']);
  });

  it.each([
    ['sandbox: off', 'bubblewrap', ['sandbox']],
    ['sandbox: { use: off }', 'bubblewrap', ['sandbox.use']],
    ['sandbox: { required: false }', 'bubblewrap', ['sandbox.required']],
    ['sandbox: { required: false }', '{ required: false }', []],
    ['sandbox: off', '{ required: false }', ['sandbox']],
    ['sandbox: off', 'off', []],
    ['sandbox: { autoAllow: true }', '{ autoAllow: false }', ['sandbox.autoAllow']],
    ['sandbox: { autoAllow: true }', 'bubblewrap', []],
    ['sandbox: { excludedCommands: ["*"] }', 'bubblewrap', ['sandbox.excludedCommands[0]']],
    ['sandbox: { excludedCommands: [git, docker] }', '{ excludedCommands: [git] }', ['sandbox.excludedCommands[1]']],
    ['sandbox: { network: { allowedDomains: [a.com] } }', 'bubblewrap', []],
    [
      'sandbox: { network: { allowedDomains: [a.com] } }',
      '{ network: { allowedDomains: [] } }',
      ['sandbox.network.allowedDomains[0]'],
    ],
    [
      'sandbox: { filesystem: { allowWrite: [/] } }',
      '{ filesystem: { allowWrite: [/x] } }',
      ['sandbox.filesystem.allowWrite[0]'],
    ],
  ])('are not loosened: %s below %s', async (own, settings, expected) => {
    for (const file of ['user.yaml', 'managed.yaml']) {
      const { cwd, options } = project(`${own}\nagents: { x: {} }\n`, { [file]: `sandbox: ${settings}\n` });
      expect(await problems(cwd, options)).toEqual(expected.map((path) => `CONFIG_SANDBOX_LOOSER ${path}`));
    }
  });

  it('of the user cannot loosen those of the administrator', async () => {
    const { cwd, options } = project('agents: { x: {} }\n', {
      'user.yaml': 'sandbox: off\n',
      'managed.yaml': 'sandbox: bubblewrap\n',
    });
    expect(await problems(cwd, options)).toEqual(['CONFIG_SANDBOX_LOOSER sandbox']);
  });
});

describe('further settings of a run', () => {
  it('the widest mode of the settings bounds every agent (PERM-15)', async () => {
    const { cwd, options } = project('agents: { x: { permissions: { mode: bypassPermissions } } }\n', {
      'user.yaml': 'permissions: { mode: acceptEdits }\n',
      'managed.yaml': 'permissions: { mode: default }\n',
    });
    expect((await load(cwd, options)).plan.permissions.widestMode).toBe('default');
    expect((await load(cwd)).plan.permissions.widestMode).toBeUndefined();
  });

  it('auto is not an alias of bypassPermissions: it is refused with advice (PERM-07)', async () => {
    const { cwd } = project('permissions: { mode: auto }\nagents: { x: { permissions: { mode: auto } } }\n');
    expect(await problems(cwd)).toEqual([
      'CONFIG_VALUE_UNKNOWN permissions.mode',
      'CONFIG_VALUE_UNKNOWN agents.x.permissions.mode',
    ]);
  });

  it('the small model, by alias or by provider, and the retention of sessions', async () => {
    const config = 'models: { tiny: { provider: script, id: t } }\nagents: { x: {} }\n';
    const of = async (more: string) => {
      const { cwd } = project(`${config}${more}`);
      return (await load(cwd, { packageRoots: [folders.root] })).plan;
    };
    folders.install('@loadout/checkpoints', {});
    expect(await of('smallModel: tiny\n')).toMatchObject({ smallModel: 'tiny', sessions: {} });
    expect((await of('smallModel: anthropic/claude-x\n')).models['anthropic/claude-x']).toEqual({
      provider: 'anthropic',
      id: 'claude-x',
    });
    expect((await of('sessions: { retention: 30d, keepResults: false, checkpoints: true }\n')).sessions).toEqual({
      retention: 2_592_000,
      keepResults: false,
      checkpoints: true,
    });
    expect((await of('')).smallModel).toBeUndefined();
  });
});
