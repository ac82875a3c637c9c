import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type MockApi, startMockApi } from '@loadout/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../lib/breadth.js';
import { loadout } from '../lib/loadout.js';

/** A variable and a file outside of the repository, which an untrusted repository must not send away. */
const CANARY = 'canary-of-this-machine-4e21';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-before-')));
const outside = join(root, 'outside');
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(join(outside, 'agents'), { recursive: true });
  writeFileSync(join(outside, 'secret.md'), `${CANARY}\n`);
  writeFileSync(join(outside, 'agents', 'a.md'), `---\nname: other\ndescription: ${CANARY}\n---\n${CANARY}\n`);
  writeFileSync(join(outside, 'base.yaml'), `defaults: { instructions: ${CANARY} }\n`);
  writeFileSync(join(outside, 'names.yaml'), `agents: { ${CANARY}: {} }\n`);
  writeFileSync(join(outside, 'number.yaml'), 'models: { m: { provider: anthropic, id: x, temperature: 0.4711 } }\n');
});

let api: MockApi;
afterEach(() => api.close());

type Files = Readonly<Record<string, string>>;

/** `-> path`: a link. */
function repository(files: Files): string {
  const cwd = realpathSync(mkdtempSync(join(root, 'repository-')));
  mkdirSync(join(cwd, '.git'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(cwd, name));
    else writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

async function run(cwd: string, more: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const env = {
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'a-key-of-the-user',
    LOADOUT_STATE_DIR: join(cwd, '.state'),
    CANARY,
    ...more,
  };
  const done = await loadout(['run', 'a', 'Go.', ...args], { cwd, env, trust: false });
  return { ...done, sent: JSON.stringify(api.requests.map(({ body }) => body)), env };
}

const config = (agent: object, more: object = {}): Files => ({
  'agent.config.yaml': JSON.stringify({ ...more, agents: { a: { model: 'anthropic/mock', instructions: 'Answer.', ...agent } } }),
});

const WAYS: readonly (readonly [string, Files, string])[] = [
  ['a variable in a prompt', config({ prompt: 'Hi ${env:CANARY}', instructions: 'x' }), 'agents.a.prompt'],
  ['a variable in instructions', config({ instructions: 'Use ${env:CANARY}.' }), 'agents.a.instructions'],
  ['a plain ${NAME}', config({ instructions: 'Use ${CANARY}.' }), 'agents.a.instructions'],
  ['a variable in a part of a list', config({ instructions: ['x', '${env:CANARY}'] }), 'agents.a.instructions[1]'],
  ['a variable in the defaults', config({}, { defaults: { instructions: '${env:CANARY}' } }), 'defaults.instructions'],
  ['a param', config({ params: { p: { default: '${env:CANARY}' } }, instructions: '${param:p}' }), 'agents.a.params.p.default'],
  [
    'the text of a hook',
    config({}, { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'context', text: '${env:CANARY}' }] }] } }),
    'hooks.UserPromptSubmit',
  ],
  ['a declared secret', config({ instructions: '${secret:s}' }, { secrets: { s: { env: 'CANARY' } } }), 'agents.a.instructions'],
  [
    'a declared secret of a file outside',
    config({ instructions: '${secret:s}' }, { secrets: { s: { file: `${outside}/secret.md` } } }),
    'agents.a.instructions',
  ],
  ['a file outside', config({ instructions: { file: `${outside}/secret.md` } }), 'agents.a.instructions.file'],
  [
    'a file outside in the defaults',
    config({}, { defaults: { instructions: [{ file: `${outside}/secret.md` }] } }),
    'defaults.instructions[0].file',
  ],
  ['a file outside in a text', config({ instructions: `x \${file:${outside}/secret.md}` }), 'agents.a.instructions'],
  ['a path that climbs', config({ instructions: { file: '../outside/secret.md' } }), 'agents.a.instructions.file'],
  [
    'a link (T8)',
    { ...config({ instructions: { file: './notes.md' } }), 'notes.md': `-> ${outside}/secret.md` },
    'agents.a.instructions.file',
  ],
  [
    'a linked folder on the way (T8)',
    { ...config({ instructions: { file: './docs/secret.md' } }), docs: `-> ${outside}` },
    'agents.a.instructions.file',
  ],
  [
    'a path in a param',
    config({ params: { p: { default: `${outside}/secret.md` } }, instructions: { file: '${param:p}' } }),
    'agents.a.instructions.file',
  ],
  ['a base outside', config({}, { extends: `${outside}/base.yaml` }), 'defaults.instructions'],
  [
    'a base that is a link',
    { ...config({}, { extends: './base.yaml' }), 'base.yaml': `-> ${outside}/base.yaml` },
    'defaults.instructions',
  ],
  [
    'an agent of another tool that is a link',
    {
      ...config({ tools: ['*'] }, { compat: ['agents'], plugins: { agents: '@loadout/tool-agents' } }),
      '.claude/agents/a.md': `-> ${outside}/agents/a.md`,
    },
    '',
  ],
  ['a CLAUDE.md that is a link', { ...config({}, { compat: true }), 'CLAUDE.md': `-> ${outside}/secret.md` }, ''],
  [
    'an import of CLAUDE.md',
    { ...config({}, { compat: true }), 'CLAUDE.md': `See @${outside}/secret.md and @~/secret.md\n` },
    '',
  ],
];

describe('before trust nothing of this machine reaches a request (T5, T8)', () => {
  it.each(WAYS)('by %s', async (_, files, part) => {
    api = await startMockApi({ replies: [{ text: 'Done.' }] });
    const { sent, stdout, stderr, code } = await run(repository(files), { HOME: outside });
    expect(`${sent}${stdout}${stderr}`).not.toContain(CANARY);
    if (part !== '') expect(stderr, stdout).toMatch(/is not trusted, so these parts are disabled/);
    expect(stderr).toContain(part);
    expect(code, stderr).toBe(0);
  });

  it.each([
    ['a folder of the user as the name of a model', config({ model: 'anthropic/${env:HOME}' }), 'agents.a.model'],
    ['the name of a model (T8)', config({ model: 'anthropic/${env:CANARY}' }), 'agents.a.model'],
    ['an alias', config({ model: 'm' }, { models: { m: { provider: 'anthropic', id: '${env:CANARY}' } } }), 'models.m.id'],
    [
      'the reason of a rule',
      config({}, { permissions: { ask: [{ rule: 'Bash(ls:*)', reason: 'Since ${env:CANARY}' }] } }),
      'permissions.ask[0].reason',
    ],
    [
      'a schema',
      config({ output: { schema: { type: 'object', properties: { x: { const: '${env:CANARY}' } } } } }),
      'agents.a.output.schema',
    ],
    [
      'an extra field of a request',
      config(
        { model: 'm' },
        { models: { m: { provider: 'anthropic', id: 'x', extra: { metadata: { user_id: '${env:CANARY}' } } } } },
      ),
      'models.m.extra',
    ],
    [
      'an input that a hook fills in',
      config({}, { hooks: { PreToolUse: [{ hooks: [{ type: 'defaults', input: { x: '${env:CANARY}' } }] }] } }),
      'hooks.PreToolUse',
    ],
    ['a limit', config({ limits: { time: '${env:TIME}' } }), 'agents.a.limits.time'],
    [
      'the name of an agent in a base outside (N2)',
      config({ tools: ['*'] }, { extends: `${outside}/names.yaml`, plugins: { agents: '@loadout/tool-agents' } }),
      'agents.',
    ],
    ['a number in a base outside (N2)', config({ model: 'm' }, { extends: `${outside}/number.yaml` }), 'models.m.provider'],
  ])('by %s, and the run ends, since it would be another agent', async (_, files, part) => {
    api = await startMockApi({ replies: [{ text: 'Done.' }] });
    const { sent, code, stderr } = await run(repository(files), { TIME: '3m' });
    expect([code, sent], stderr).toEqual([6, '[]']);
    expect(stderr).toContain(`needs ${part}`);
  });

  it('and what the file itself gives as a default is used', async () => {
    api = await startMockApi({ replies: [{ text: 'Done.' }] });
    const { sent } = await run(repository(config({ instructions: 'Use ${env:CANARY:-nothing}.' })));
    expect(sent).toContain('Use nothing.');
  });

  const after = firstOf(
    5,
    WAYS.filter(([, , part]) => part !== ''),
  );

  it.each(after)('but after it: %s', async (_, files) => {
    api = await startMockApi({ replies: [{ text: 'Done.' }, { text: 'Done.' }] });
    const cwd = repository(files);
    const { env } = await run(cwd);
    await loadout(['trust', '--yes'], { cwd, env, trust: false });
    const { code, stderr } = await run(cwd);
    expect([code, stderr.includes('trusted')], stderr).toEqual(stderr.includes('no trusted part') ? [2, true] : [0, false]);
  });

  it('a rule that names a variable tells nothing of it, and one that names the home folder holds', async () => {
    const bash = { tools: [{ name: 'Bash', input: { command: 'ls $x' } }] };
    const plugins = { shell: '@loadout/tool-shell', fs: '@loadout/tool-fs' };
    api = await startMockApi({ replies: [bash, { text: 'Done.' }] });
    const secret = config({ tools: ['Bash'] }, { plugins, permissions: { deny: ['Bash(ls ${env:CANARY}:*)'] } });
    const { sent, stderr, code } = await run(repository(secret));
    expect([code, sent, stderr.includes(CANARY)]).toEqual([6, '[]', false]);
    expect(stderr).toContain('needs permissions.deny[0]');
    const home = config({ tools: ['Read'] }, { plugins, permissions: { deny: ['Read(/${env:HOME}/y/**)'] } });
    const held = await loadout(['explain', 'a', `Read(${outside}/y/z)`], {
      cwd: repository(home),
      env: { HOME: outside },
      trust: false,
    });
    expect(held.stdout).toMatch(/^deny: /);
  });
});

describe('a refusal before trust', () => {
  it('names the rule that exists and is off (T3)', async () => {
    const bash = { tools: [{ name: 'Bash', input: { command: 'touch x' } }] };
    api = await startMockApi({ replies: [bash, { text: 'Done.' }] });
    const files = config(
      { tools: ['Bash'] },
      { plugins: { shell: '@loadout/tool-shell' }, permissions: { allow: ['Bash(touch:*)'] } },
    );
    const { sent, stdout, stderr } = await run(repository(files));
    expect(sent, `${stdout}${stderr}`).toMatch(
      /the rule Bash\(touch:\*\) \(agent\.config\.yaml:1:\d+\) allows it, but is off until somebody trusts/,
    );
    expect(sent).toContain('loadout trust');
    expect(sent).not.toContain('Add to permissions.allow');
  });

  it("says that a provider's address is off, and asks for no key (T6)", async () => {
    api = await startMockApi({ replies: [{ text: 'Done.' }] });
    const providers = { local: { use: '@loadout/model-anthropic', options: { baseUrl: 'http://127.0.0.1:9' } } };
    const files = config({ model: 'local/x' }, { providers });
    for (const key of ['', 'a-key-of-the-user']) {
      const { code, stderr, sent } = await run(repository(files), { ANTHROPIC_API_KEY: key });
      expect([code, sent]).toEqual([6, '[]']);
      expect(stderr).toContain('the agent a needs providers.local.options.baseUrl, which is disabled until then');
      expect(stderr).not.toContain('ANTHROPIC_API_KEY');
    }
    const checked = await loadout(['check'], { cwd: repository(files), env: { LOADOUT_STATE_DIR: root }, trust: false });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('its provider local is off until you trust')]);
    expect(checked.stdout).not.toContain('Set the key');
  });
});
