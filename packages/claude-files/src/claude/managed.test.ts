import { afterAll, describe, expect, it } from 'vitest';
import { command, DOCUMENT, loadWith, makeHome, rulesOf, said } from './claude.fixture.js';

const homes = makeHome();
afterAll(() => homes.remove());
const bypass = { ...DOCUMENT, permissions: { mode: 'bypassPermissions' } };

describe('managed settings (CFG-13)', () => {
  it('hold their deny and ask rules above all others', async () => {
    const managed = { permissions: { deny: ['Read(.env)'], ask: ['Bash'] } };
    const loaded = await loadWith(homes.make({}), { managed, settings: { permissions: { allow: ['Bash'] } } });
    expect(rulesOf(loaded)).toEqual(['managed deny Read(.env)', 'managed ask Bash', 'flag allow Bash']);
  });

  it('never widen: wider settings are left out and reported', async () => {
    const managed = {
      permissions: { allow: ['Bash'], defaultMode: 'bypassPermissions', additionalDirectories: ['/'] },
      hooks: { Stop: command('x') },
      model: 'x',
      env: { A: 'b' },
      sandbox: { enabled: false },
    };
    const loaded = await loadWith(homes.make({}), { managed });
    const { claude: _, warnings: __, ...bare } = await loadWith(homes.make({}), { managed: {} });
    const places = { configDir: '', workspace: '', laterInstructions: undefined };
    expect({ ...loaded.plan, ...places }).toEqual({ ...bare.plan, ...places });
    expect(said(loaded).every((one) => one.includes('managed settings can only narrow'))).toBe(true);
    expect(said(loaded)).toHaveLength(7);
  });

  it.each([
    ['managed', { managed: { permissions: { disableBypassPermissionsMode: 'disable' } } }],
    ['any', { settings: { permissions: { disableBypassPermissionsMode: 'disable' } } }],
  ])('disableBypassPermissionsMode of %s settings bounds every mode', async (_, claude) => {
    const { plan, warnings } = await loadWith(homes.make({}), claude, { document: bypass });
    expect(plan.permissions).toMatchObject({ mode: 'acceptEdits', widestMode: 'acceptEdits' });
    expect(warnings).toEqual([]);
    expect((await loadWith(homes.make({}), {}, { document: bypass })).plan.permissions).toMatchObject({
      mode: 'bypassPermissions',
    });
  });

  it('turn on a sandbox that nobody turns off', async () => {
    const managed = { sandbox: { enabled: true, filesystem: { denyRead: ['/secret'] } } };
    const { plan } = await loadWith(homes.make({}), { managed });
    expect(plan.agents.main?.sandbox).toMatchObject({ required: true, autoAllow: false, filesystem: { denyRead: ['/secret'] } });
    const error = await loadWith(homes.make({}), { managed, settings: { sandbox: { enabled: false } } }).catch(
      (reason) => reason,
    );
    expect(error.problems).toMatchObject([{ code: 'CONFIG_SANDBOX_LOOSER' }]);
  });
});

describe('sandbox of the settings (SBX-01)', () => {
  const of = async (settings: object, files: Parameters<typeof homes.make>[0] = {}) => {
    const folders = homes.make(files);
    const loaded = await loadWith(folders, { settings: { sandbox: settings } });
    return { ...folders, sandbox: loaded.plan.agents.main?.sandbox, said: said(loaded) };
  };

  it('applies once enabled, and is then required with commands allowed', async () => {
    expect((await of({ excludedCommands: ['git *'] })).sandbox).toBeUndefined();
    expect((await of({ enabled: false })).sandbox).toBeUndefined();
    expect((await of({ enabled: true })).sandbox).toMatchObject({ required: true, autoAllow: true });
    expect((await of({ enabled: true, failIfUnavailable: false })).sandbox).toMatchObject({ required: false, autoAllow: false });
    expect((await of({ enabled: true, autoAllowBashIfSandboxed: false })).sandbox).toMatchObject({ autoAllow: false });
  });

  it('keeps its paths, hosts and commands, and adds up those of all files', async () => {
    const theirs = { enabled: true, autoAllowBashIfSandboxed: false, filesystem: { allowWrite: ['out'] } };
    const { cwd, sandbox } = await of(
      {
        excludedCommands: ['git *'],
        filesystem: { allowWrite: ['//abs', 'build'], denyRead: ['~/x'], denyWrite: ['/y'] },
        network: { allowedDomains: ['*.a.test'], deniedDomains: ['b.test'], allowLocalBinding: true, allowUnixSockets: ['/s'] },
      },
      { project: { '.claude/settings.json': { sandbox: theirs } } },
    );
    expect(sandbox).toMatchObject({
      autoAllow: false,
      excludedCommands: ['git *'],
      filesystem: {
        allowWrite: [`${cwd}/out`, '/abs', `${cwd}/build`],
        denyWrite: ['/y'],
        denyRead: [expect.stringMatching(/home\/x$/)],
      },
      network: { allowedDomains: ['*.a.test'], deniedDomains: ['b.test'], allowLocalBinding: true, allowUnixSockets: ['/s'] },
    });
  });

  it('reports ignored keys', async () => {
    const { said: lost } = await of({ enabled: true, credentials: {}, network: { httpProxyPort: 1, allowedDomains: ['a b'] } });
    expect(lost).toEqual([
      expect.stringContaining('sandbox.credentials is ignored'),
      expect.stringContaining('sandbox.network.httpProxyPort is ignored'),
      expect.stringContaining('"a b" is not a host'),
    ]);
  });
});
