import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type MockApi, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { scripted } from '../cli/scripted.js';
import { loadout, project, root, runNode } from '../lib/loadout.js';
import { inProcess } from '../list.test-kit.js';

const turns = [{ text: 'I look.', tools: [{ Read: { file_path: 'notes.txt' } }] }, { text: 'Bread.' }];
const files = { 'notes.txt': 'Buy bread.\n' };

describe('loadout replay (CLI-05)', () => {
  const withoutTimes = (text: string) =>
    text
      .replace(/\d+(?:\.\d+)? m?s/g, 'T')
      .replace(/^> .*\n/gm, '')
      .replace(/model: \S+/, 'model: M');

  it('shows a trace as the run was shown, with its exit code, and asks no model', async () => {
    const cwd = scripted({ turns, files });
    const run = await inProcess(['run', 'What is there?', '--trace', 'traces'], { cwd });
    const [, id = ''] = /session (\S+)/.exec(run.stderr) ?? [];
    // The files of the script no longer exist.
    rmSync(join(cwd, 'notes.txt'));
    const replayed = await inProcess(['replay', join('traces', id)], { cwd });
    expect([replayed.code, replayed.stdout]).toEqual([0, run.stdout]);
    expect(replayed.stderr).toContain('> What is there?\n');
    expect(withoutTimes(replayed.stderr)).toBe(withoutTimes(run.stderr));
  });

  it('shows a session in the same way, by its id, as latest, or by its file; also as JSON', async () => {
    const cwd = scripted({ turns, files });
    const run = await inProcess(['run', 'What is there?', '--output', 'json'], { cwd });
    const { sessionId, transcript } = JSON.parse(run.stdout) as { sessionId: string; transcript: string };
    for (const which of [sessionId, 'latest', transcript]) {
      const { code, stdout, stderr } = await inProcess(['replay', which], { cwd });
      expect([code, stdout]).toEqual([0, 'Bread.\n']);
      expect(stderr).toMatch(
        /agent: helper[\s\S]*> What is there\?\nI look\.\n● Read notes\.txt .*\n[\s\S]*done: 2 turns, 1 tool call/,
      );
    }
    const { stdout } = await inProcess(['replay', sessionId, '--output', 'stream-json'], { cwd });
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([types[0], types.at(-1)]).toEqual(['init', 'result']);
  });

  it('reports that a run has no recorded end', async () => {
    const cwd = scripted({ turns, files });
    const run = await inProcess(['run', 'Hi.', '--output', 'json'], { cwd });
    const { transcript } = JSON.parse(run.stdout) as { transcript: string };
    const half = readFileSync(transcript, 'utf8').split('\n').slice(0, 3).join('\n');
    writeFileSync(join(cwd, 'half.jsonl'), `${half}\n{"t":"mess`);
    const { code, stderr } = await inProcess(['replay', 'half.jsonl'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('The recording ends here')]);
  });

  it('reports the problem of a file that is not a recording', async () => {
    const cwd = scripted({ turns, files });
    const missing = await inProcess(['replay', 'nowhere'], { cwd });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringMatching(/^error REPLAY_MISSING: .*nowhere/)]);
    const other = await inProcess(['replay', 'notes.txt'], { cwd });
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/^error REPLAY_FORMAT: .*notes\.txt, line 1, /)]);
  });
});

describe('loadout new plugin (CLI-05)', () => {
  const textsIn = (dir: string) =>
    Object.fromEntries(
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .map((file) => [relative(dir, file), readFileSync(file, 'utf8')]),
    );

  it('writes the package that npm run new:plugin writes, whose own tests build and run it', async () => {
    const cwd = project({});
    const { code, stdout } = await loadout(['new', 'plugin', 'word-list'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Wrote loadout-plugin-word-list\. Next:\n/)]);
    const script = await runNode([join(root, 'scripts/new-plugin.mjs'), 'word-list', '--dir', 'other'], { cwd });
    expect(script.code).toBe(0);
    expect(textsIn(join(cwd, 'loadout-plugin-word-list'))).toEqual(textsIn(join(cwd, 'other')));
  });

  it('overwrites no file, and refuses a name that npm would refuse', async () => {
    const cwd = project({ 'loadout-plugin-crm/README.md': 'mine' });
    const [there, name] = await Promise.all([
      loadout(['new', 'plugin', 'crm'], { cwd }),
      loadout(['new', 'plugin', 'Word_List'], { cwd }),
    ]);
    expect([there.code, there.stderr]).toEqual([
      2,
      expect.stringMatching(/NEW_EXISTS: loadout-plugin-crm\/README\.md already exists/),
    ]);
    expect([name.code, name.stderr]).toEqual([2, expect.stringMatching(/NEW_NAME: "Word_List"/)]);
    expect(Object.keys(textsIn(join(cwd, 'loadout-plugin-crm')))).toEqual(['README.md']);
  });
});

describe('the files of Agent SDK programs in a folder (CLI-05)', () => {
  const apis: MockApi[] = [];
  afterEach(async () => {
    for (const api of apis.splice(0)) await api.close();
  });

  const asked = async (cwd: string) => {
    const api = await startMockApi({ replies: [{ text: 'Hello.' }] });
    apis.push(api);
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', ANTHROPIC_MODEL: 'claude-sonnet-4-5' };
    const { code, stderr } = await loadout(['-p', 'Say hello', '--output-format', 'json'], { cwd, env, trust: false });
    expect(code, stderr).toBe(0);
  };

  it('loadout sessions lists its sessions beside our own, marked as such', async () => {
    const cwd = scripted({ turns: [{ text: 'Ok.' }] });
    await inProcess(['run', 'Of our own'], { cwd });
    await asked(cwd);
    const { stdout, stderr } = await loadout(['sessions'], { cwd });
    expect(stdout).toMatch(/ agent-sdk +Say hello\n/);
    expect(stdout).toMatch(/ done +(?:cost \? +)?Of our own\n/);
    expect(stderr).toContain('loadout -p --resume ID');
    const [id = ''] = /^\S+(?=.* agent-sdk )/m.exec(stdout) ?? [];
    const replayed = await loadout(['replay', id], { cwd });
    expect([replayed.code, replayed.stdout]).toEqual([0, 'Hello.\n']);
    expect(replayed.stderr).toMatch(/> Say hello\n[\s\S]*A session of the Agent SDKs does not record/);
  });

  it('loadout trust shows the active parts of a folder without a configuration, and the engine obeys the answer (CFG-10)', async () => {
    const hook = { type: 'command', command: 'touch "$HOME/hooked"' };
    const cwd = project({ '.claude/settings.json': JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }) });
    mkdirSync(join(cwd, '.git'));
    const shown = await inProcess(['trust', '--show'], { cwd, trust: false });
    expect([shown.code, shown.stdout]).toEqual([
      6,
      expect.stringMatching(/Claude Code files in .*\n\nhooks\.Stop.*settings\.json:1/),
    ]);
    await asked(cwd);
    expect(() => readFileSync(join(cwd, '.home', 'hooked'))).toThrow('ENOENT');
    expect((await inProcess(['trust', '--yes'], { cwd, trust: false })).code).toBe(0);
    await asked(cwd);
    expect(readFileSync(join(cwd, '.home', 'hooked'), 'utf8')).toBe('');
    const beside = await inProcess(['trust', '--claude', '--show'], { cwd, trust: false });
    expect([beside.code, beside.stderr]).toEqual([0, 'The configuration is trusted.\n']);
  });

  it('loadout trust finds nothing in an empty folder', async () => {
    const { code, stderr } = await inProcess(['trust'], { cwd: project({}), trust: false });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error CONFIG_NOT_FOUND: /)]);
  });
});
