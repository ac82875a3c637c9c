import { describe, expect, it } from 'vitest';
import { loadout, project } from '../lib/loadout.js';
import { scripted } from './scripted.js';

describe('loadout tools', () => {
  it('shows the tools that the model sees, and the tools that are left out with the reason', async () => {
    const cwd = scripted({ agent: { tools: ['Read', 'Bash'], disallowedTools: ['Bash'] } });
    const { code, stdout } = await loadout(['tools', 'helper'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^helper sees 1 tool\.\nRead {2}read-only {2}the plugin @loadout\/tool-fs \(plugins\.fs\) {2}/);
    expect(stdout).toContain('Bash is removed by the entry Bash of the deny list.');
    expect(stdout).toContain('Write is not in the allow list (Read, Bash).');
  });

  it('--json has the schemas too', async () => {
    const { stdout } = await loadout(['tools', '--json'], { cwd: scripted({ agent: { tools: ['Read'] } }) });
    expect(JSON.parse(stdout)).toMatchObject({
      agent: 'helper',
      tools: [{ name: 'Read', readOnly: true, inputSchema: { type: 'object' } }],
    });
  });
});

describe('loadout explain', () => {
  const deny = ['Bash(curl:*)', { rule: 'Read(secrets/**)', reason: 'Keys of the customers' }];
  const cwd = () => scripted({ config: { permissions: { deny, allow: ['Bash(npm test:*)'] } } });
  const lines = async (call: string) => {
    const { stdout } = await loadout(['explain', 'helper', call], { cwd: cwd() });
    return stdout.replace(/ {2,}/g, '  ').split('\n');
  };
  const at = (rule: string) => expect.stringMatching(new RegExp(`  ${rule} \\(agent\\.config\\.yaml:\\d+:\\d+\\)$`));

  it('shows each part of a command with the rule that decides it, its file and line', async () => {
    expect(await lines('Bash(npm test && curl x)')).toEqual([
      expect.stringMatching(/^deny: Bash is denied by the rule Bash\(curl:\*\) \(agent\.config\.yaml:\d+:\d+\)\.$/),
      'Parts:',
      at('npm test  allow  Bash\\(npm test:\\*\\)'),
      at('curl x  deny  Bash\\(curl:\\*\\)'),
      'Steps:',
      at('deny rules  deny  Bash\\(curl:\\*\\)'),
      'To allow it: Remove or narrow that rule; no allow rule lifts it.',
      '',
    ]);
  });

  it('shows the files that a command touches, and the reason that the rule gives', async () => {
    const [first, , , , third] = await lines('Bash(npm test && cat secrets/key)');
    expect(first).toMatch(/Read\(secrets\/\*\*\) .*\. Keys of the customers\.$/);
    expect(third).toMatch(/^ {2}read \/.*\/secrets\/key {2}deny {2}Read\(secrets\/\*\*\) /);
  });

  it('shows a rule that would allow a part', async () => {
    expect(await lines('Bash(npm test > out.txt)')).toContainEqual(
      expect.stringMatching(
        /^ {2}write \/.*\/out\.txt {2}ask {2}no rule allows it \(.*\)\. Add to permissions\.allow: "Edit\(\/out\.txt\)"\.$/,
      ),
    );
  });

  it('shows a rule that would allow a call', async () => {
    const { code, stdout } = await loadout(['explain', 'Bash(make)'], { cwd: cwd() });
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ask: [\s\S]*To allow it: Add to permissions\.allow: "Bash\(make\)"\.\n$/),
    ]);
  });

  it('answers for programs, and for rules that are not there yet', async () => {
    const { stdout } = await loadout(['explain', 'Bash(make)', '--allow', 'Bash(make)', '--json'], { cwd: cwd() });
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'helper', tool: 'Bash', input: { command: 'make' }, behavior: 'allow' });
  });

  it('cannot explain a call of a tool that is not there', async () => {
    const { code, stderr } = await loadout(['explain', 'Bsh(make)'], { cwd: cwd() });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error (TOOL_UNKNOWN|USAGE_CALL): /)]);
  });
});

describe('loadout context', () => {
  it('lists the parts, the most expensive first, and says that it estimates', async () => {
    const { code, stdout } = await loadout(['context', '--json'], { cwd: scripted() });
    const { parts, total, estimate } = JSON.parse(stdout) as {
      parts: { part: string; tokens: number }[];
      total: { tokens: number };
      estimate: string;
    };
    expect([code, estimate]).toEqual([0, 'tokens = characters / 4']);
    expect(parts.map(({ tokens }) => tokens)).toEqual(parts.map(({ tokens }) => tokens).sort((a, b) => b - a));
    expect(total.tokens).toBe(parts.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(parts.map(({ part }) => part)).toContain('instructions');
  });
});

describe('loadout sessions and resume', () => {
  it('lists the sessions of this folder and continues one', async () => {
    const cwd = scripted({ turns: [{ text: 'First.' }, { text: 'Second.' }] });
    await loadout(['run', 'What\nis up?'], { cwd });
    const list = await loadout(['sessions'], { cwd });
    expect(list.stdout).toMatch(
      /^[\w-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}helper {2}1 turn {2}\d+ (B|KB) {2}done {2,}(?:cost \? {2})?What is up\?\n$/,
    );
    const [one] = JSON.parse((await loadout(['sessions', '--json'], { cwd })).stdout) as { id: string; state: string }[];
    const resumed = await loadout(['resume', one?.id ?? '', 'And now?'], { cwd });
    expect([resumed.code, resumed.stdout], resumed.stderr).toEqual([0, 'Second.\n']);
    const again = await loadout(['run', '--continue', '--fork'], { cwd });
    expect([again.code, again.stdout], again.stderr).toEqual([0, 'Second.\n']);
    expect(JSON.parse((await loadout(['sessions', '--json'], { cwd })).stdout)).toHaveLength(2);
  });

  it('lists no session in a folder without runs', async () => {
    const { code, stdout } = await loadout(['sessions'], { cwd: project({}) });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^No sessions in /)]);
  });

  it('continues with the agent that started the session', async () => {
    const cwd = project({
      'agent.config.yaml': JSON.stringify({
        providers: { script: { use: '@loadout/model-script', options: { turns: [{ text: 'First.' }, { text: 'Second.' }] } } },
        agents: { a: { model: 'script/demo', instructions: 'A.' }, b: { model: 'script/demo', instructions: 'B.' } },
      }),
    });
    await loadout(['run', 'b', 'Hi.'], { cwd });
    const { stdout } = await loadout(['resume', 'latest', 'Go on.', '--output', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'b', text: 'Second.' });
  });
});

describe('loadout config print', () => {
  const files = {
    'base.yaml': 'permissions: { deny: [Bash] }\n',
    'agent.config.yaml': 'extends: ./base.yaml\nagents:\n  helper: { instructions: "Hi ${env:NAME:-you}." }\n',
  };

  it('--resolved fills in presets, profiles and variables', async () => {
    const { code, stdout } = await loadout(['config', 'print', '--resolved'], { cwd: project(files) });
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ permissions: { deny: ['Bash'] }, agents: { helper: { instructions: 'Hi you.' } } }),
    ]);
  });

  it('--origins shows the place of each value (CFG-05)', async () => {
    const { stdout } = await loadout(['config', 'print', '--origins'], { cwd: project(files) });
    expect(stdout).toContain('agents.helper.instructions: "Hi you."  agent.config.yaml:3:27\n');
    expect(stdout).toMatch(/permissions\.deny: \["Bash"\] {2}base\.yaml:1:\d+\n/);
  });
});
