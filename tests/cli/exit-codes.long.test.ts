import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { loadout, loadoutProcess, project, runNode, startLoadout } from '../lib/loadout.js';
import { withNeeds } from '../lib/published.js';
import { scripted } from './scripted.js';

const reads = { tools: [{ Read: { file_path: 'notes.txt' } }] };
const files = { 'notes.txt': 'Buy bread.\n' };

/** A tool that ignores interrupts. */
const STUBBORN = `
import { definePlugin, defineTool } from '@loadout/core';
export default definePlugin({
  name: 'stubborn',
  setup: () => ({
    tools: [defineTool({ name: 'Wait', description: 'Waits.', interruptBehavior: 'block', call: () => new Promise((done) => setTimeout(done, 600_000)) })],
  }),
});
`;

/** A command that no other test runs. */
function sleeper() {
  const seconds = `${1000 + Math.floor(Math.random() * 1e6)}.${process.pid}`;
  const isRunning = () => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).split('\n').includes(`sleep ${seconds}`);
  return { command: `sleep ${seconds} & sleep ${seconds}; wait`, isRunning };
}

describe('exit codes (CLI-04)', () => {
  it('0: a run that ends well, also when a call was denied on the way', async () => {
    const cwd = scripted({ turns: [reads, { text: 'Ok.' }], config: { permissions: { deny: ['Read(notes.txt)'] } }, files });
    expect((await loadout(['run', 'Hi.'], { cwd })).code).toBe(0);
  });

  it('1: a run that fails', async () => {
    const cwd = scripted({ turns: [reads], files });
    const { code, stderr } = await loadout(['run', 'Hi.'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('error SCRIPT_ENDED: ')]);
  });

  it.each([
    ['calls process.exit', 'process.exit(0)', 'called process.exit(0)'],
    ['calls process.exit with a code of ours', 'process.exit(7)', 'called process.exit(7)'],
    ['waits for what never comes', 'new Promise(() => {})', 'waits for a tool, a hook or a plugin that never finishes'],
  ])('1: a tool that %s, and never a silent end', async (_, body, message) => {
    const cwd = scripted({
      turns: [{ tools: [{ bad__End: {} }] }, { text: 'Ok.' }],
      config: { plugins: { bad: './bad.mjs' }, permissions: { allow: ['bad__End'] } },
      files: {
        'bad.mjs': `import { definePlugin, defineTool } from '@loadout/core';
export default definePlugin({ name: 'bad', setup: () => ({ tools: [defineTool({ name: 'End', description: 'Ends.', call: () => ${body} })] }) });`,
      },
    });
    const { code, stderr } = await loadoutProcess(['run', 'Hi.'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });

  it('2: a wrong configuration, with the place, the line and what to do', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents:\n  helper: { instructions: Hi., tols: [Read] }\n' });
    const { code, stderr, stdout } = await loadout(['run', 'Hi.'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^agent\.config\.yaml:2:32 {2}CONFIG_UNKNOWN_KEY {2}.*tols/);
    expect(stderr).toMatch(/Fix: .*\n/);
  });

  it.each([
    [['--config', 'a.yaml', 'check'], 'Fix: Write the command before its flags: loadout <command> --config'],
    [['rnu'], 'error USAGE_COMMAND_UNKNOWN: There is no command "rnu". Did you mean loadout run?'],
    [['run', '--modle', 'x'], 'error USAGE_FLAG_UNKNOWN: loadout run has no flag --modle. Did you mean --model?'],
    [['run', 'a', 'b', 'c'], 'error USAGE_ARGUMENT_EXTRA: '],
    [['run', '--max-turns', '0', 'Hi.'], 'error USAGE_FLAG_NUMBER: '],
    [['run', '--fork', 'Hi.'], 'error USAGE_FLAG_ALONE: '],
    [['run', '--cwd', 'nowhere', 'Hi.'], 'error FOLDER_MISSING: '],
    [['run'], 'error PROMPT_EMPTY: '],
    [['run', '--resume', 'no-such-session'], 'error SESSION_UNKNOWN: '],
    [['run', '--allow', 'Bash(', 'Hi.'], 'error RULE_INVALID: '],
    [
      ['run', '--tools', 'Raed', 'Hi.'],
      'error TOOLS_FLAG_UNKNOWN: --tools names Raed, which no plugin of this agent offers. Did you mean Read?',
    ],
  ])('2: %j', async (args, message) => {
    const { code, stderr } = await loadout(args, { cwd: scripted({ turns: [reads], files }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('3: a limit', async () => {
    const cwd = scripted({ turns: [reads, reads, { text: 'Ok.' }], files });
    const { code, stderr } = await loadout(['run', 'Hi.', '--max-turns', '1'], { cwd });
    expect([code, stderr]).toEqual([3, expect.stringMatching(/error LIMIT_REACHED: [\s\S]*Continue with: loadout resume /)]);
  });

  it('4: a prompt that a hook blocks', async () => {
    const hooks = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo Not that. >&2; exit 2' }] }] };
    const cwd = scripted({ turns: [{ text: 'Ok.' }], config: { hooks } });
    const { code, stderr } = await loadout(['run', 'A forbidden thing.'], { cwd });
    expect([code, stderr]).toEqual([4, expect.stringContaining('error PROMPT_BLOCKED: ')]);
  });

  it('4: a run whose changing calls were all denied (F15)', async () => {
    const write = (file_path: string) => ({ Write: { file_path, content: 'x' } });
    const denied = { permissions: { deny: ['Write(secret/**)'], allow: ['Write(open/**)'] } };
    const nothing = scripted({ turns: [{ tools: [write('secret/a'), write('b')] }, { text: 'Done!' }], config: denied });
    const all = await loadout(['run', 'Hi.'], { cwd: nothing });
    expect([all.code, all.stdout, existsSync(join(nothing, 'secret'))]).toEqual([4, 'Done!\n', false]);
    const some = scripted({ turns: [{ tools: [write('secret/a'), write('open/b')] }, { text: 'Done.' }], config: denied });
    expect((await loadout(['run', 'Hi.'], { cwd: some })).code).toBe(0);
  });

  it('4: the same where a rule denies the whole tool, and every reader is told the same word (F21)', async () => {
    const write = { Write: { file_path: 'a', content: 'x' } };
    const folderOf = (deny: readonly string[], tools: readonly unknown[]) =>
      scripted({ turns: [{ tools }, { text: 'Done!' }], config: { permissions: { deny } } });
    for (const [deny, tools, code, outcome] of [
      [['Write(a)'], [write], 4, 'denied'],
      [['Write'], [write], 4, 'denied'],
      [['Write', 'Edit(b)'], [write, { Edit: { file_path: 'b', old_string: 'x', new_string: 'y' } }], 4, 'denied'],
      [['Read'], [{ Read: { file_path: 'a' } }], 0, 'success'],
      [['Write'], [{ NoSuchTool: {} }], 0, 'success'],
    ] as const) {
      const cwd = folderOf(deny, tools);
      const json = await loadout(['run', 'Hi.', '--output', 'json'], { cwd });
      expect([deny, json.code, JSON.parse(json.stdout).outcome]).toEqual([deny, code, outcome]);
      const sessions = await loadout(['sessions', '--json'], { cwd });
      expect(JSON.parse(sessions.stdout)[0]?.outcome ?? JSON.parse(sessions.stdout).sessions?.[0]?.outcome).toBe(outcome);
    }
    const text = await loadout(['run', 'Hi.'], { cwd: folderOf(['Write'], [write]) });
    expect([text.code, text.stderr]).toEqual([4, expect.stringMatching(/^denied: 2 turns/m)]);
  });

  it('says in check and doctor that the package of a sandbox is missing (F15)', async () => {
    const cwd = scripted({ turns: [{ text: 'Ok.' }], config: { sandbox: 'bubblewrap' } });
    const scope = join(cwd, 'node_modules/@loadout');
    const modules = join(realpathSync(scope), '..');
    expect((await loadout(['check', '--strict'], { cwd })).stdout).not.toContain('sandbox-runtime');
    // A separate installation without the package.
    unlinkSync(scope);
    mkdirSync(scope);
    const plugins = ['@loadout/tool-fs', '@loadout/tool-shell', '@loadout/model-script'];
    for (const name of withNeeds(['@loadout/cli', ...plugins]))
      for (const part of ['package.json', 'dist', 'bin'])
        if (existsSync(join(modules, name, part)))
          cpSync(join(realpathSync(join(modules, name)), part), join(scope, '..', name, part), { recursive: true });
    symlinkSync(join(modules, 'zod'), join(scope, '../zod'));
    const alone = (command: string) => runNode([join(scope, 'cli/bin/loadout.js'), command], { cwd });
    const checked = await alone('check');
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringMatching(/SANDBOX_PACKAGE_MISSING \(warning\) .*\n[\s\S]*Fix: npm install @anthropic-ai\/sandbox-runtime/),
    ]);
    const { code, stdout } = await alone('doctor');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/problem {2}sandbox .*npm install @anthropic-ai\/sandbox-runtime/)]);
  });

  it('5: no answer that fits the output schema', async () => {
    const output = { schema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }, retries: 1 };
    const cwd = scripted({ turns: [{ text: 'Three.', repeat: 5 }], agent: { output } });
    const { code, stderr } = await loadout(['run', 'Hi.'], { cwd });
    expect([code, stderr]).toEqual([5, expect.stringContaining('error OUTPUT_NOT_MET: ')]);
  });

  it('7: no model that can be used, and a provider that refuses', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { helper: { instructions: Hi., model: anthropic/claude-x } }\n' });
    const none = await loadout(['run', 'Hi.'], { cwd });
    expect([none.code, none.stderr]).toEqual([7, expect.stringContaining('error MODEL_NONE: ')]);
    const api = await startMockApi({ replies: [{ fault: { status: 401 } }] });
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'sk-ant-not-a-real-key' };
    const refused = await loadout(['run', 'Hi.'], { cwd, env });
    await api.close();
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringMatching(/error MODEL_\w+: /)]);
    expect(refused.stderr).not.toContain('sk-ant-not-a-real-key');
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the run in order with %i, its commands with it, and it can be resumed (F4)', async (signal, exitCode) => {
    const { command, isRunning } = sleeper();
    const cwd = scripted({
      turns: [{ tools: [{ Bash: { command } }] }, { text: 'Ok.' }],
      config: { permissions: { allow: ['Bash'] } },
    });
    const run = await startLoadout(['run', 'Hi.', '--output', 'stream-json'], { cwd });
    await expect.poll(() => run.output().includes('"tool_start"')).toBe(true);
    await expect.poll(isRunning).toBe(true);
    run.kill(signal);
    const { code, stdout } = await run.finished;
    expect([code, isRunning()]).toEqual([exitCode, false]);
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ result: { outcome: 'interrupted' } });
    const resumed = await loadout(['resume', 'latest', 'Go on.'], { cwd });
    expect([resumed.code, resumed.stdout], resumed.stderr).toEqual([0, 'Ok.\n']);
  });

  it('131: SIGQUIT ends the process at once, and its commands with it (F4, F16)', async () => {
    const { command, isRunning } = sleeper();
    const cwd = scripted({ turns: [{ tools: [{ Bash: { command } }] }], config: { permissions: { allow: ['Bash'] } } });
    const run = await startLoadout(['run', 'Hi.'], { cwd });
    await expect.poll(isRunning).toBe(true);
    run.kill('SIGQUIT');
    expect([(await run.finished).code, isRunning()]).toEqual([131, false]);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
  ] as const)('%s before a run has begun ends it with %i (F4)', async (signal, exitCode) => {
    const body = "writeFileSync('asked', ''); return new Promise((done) => setTimeout(done, 600_000));";
    const cwd = scripted({
      turns: [{ text: 'Ok.' }],
      config: { plugins: { slow: './slow.mjs' } },
      files: {
        'slow.mjs': `import { writeFileSync } from 'node:fs';
import { definePlugin } from '@loadout/core';
export default definePlugin({ name: 'slow', setup() { ${body} } });`,
      },
    });
    const run = await startLoadout(['run', 'Hi.'], { cwd });
    await expect.poll(() => existsSync(join(cwd, 'asked'))).toBe(true);
    run.kill(signal);
    expect((await run.finished).code).toBe(exitCode);
  });

  it('130: a second signal ends the process at once', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ stubborn__Wait: {} }] }, { text: 'Ok.' }],
      config: { plugins: { stubborn: './stubborn.mjs' }, permissions: { allow: ['stubborn__Wait'] } },
      files: { 'stubborn.mjs': STUBBORN },
    });
    const run = await startLoadout(['run', 'Hi.', '--output', 'stream-json'], { cwd });
    await expect.poll(() => run.output().includes('"tool_start"')).toBe(true);
    await expect
      .poll(() => {
        run.kill('SIGINT');
        return run.running();
      })
      .toBe(false);
    expect((await run.finished).code).toBe(130);
  });
});
