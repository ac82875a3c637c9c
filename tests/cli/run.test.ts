import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, loadout, project } from '../lib/loadout.js';
import { scripted } from './scripted.js';

const readsNotes = [{ text: 'I look.', tools: [{ Read: { file_path: 'notes.txt' } }] }, { text: 'There are two notes.' }];
const notes = { 'notes.txt': 'Buy bread.\nCall Ada.\n' };

describe('loadout run in a pipe', () => {
  it('prints only the answer on standard output, and the progress on standard error', async () => {
    const cwd = scripted({ turns: readsNotes, files: notes });
    const { code, stdout, stderr } = await loadout(['run', 'What is there?'], { cwd });
    expect([code, stdout], stderr).toEqual([0, 'There are two notes.\n']);
    expect(stderr.split('\n').map((line) => line.replace(/\d+ ms/g, 'N ms'))).toEqual([
      'agent: helper · model: script/demo · mode: default',
      'I look.',
      '● Read notes.txt  N ms  2 lines',
      expect.stringMatching(/^done: 2 turns, 1 tool call, [\d,]+ in \/ \d+ out tokens, [^,]+, session [\w-]{36}$/),
      '',
    ]);
  });

  it('shows the chosen model and the reason', async () => {
    const cwd = project({ 'agent.config.yaml': 'agents: { helper: { instructions: Answer. } }\n' });
    const { code, stderr } = await loadout(['run', 'Hi.'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/model: script\/\S+ \(anthropic\S*: .*ANTHROPIC_API_KEY.*\)/)]);
  });

  it('shows a refusal with the rule, its file and line', async () => {
    const cwd = scripted({
      turns: [{ tools: [{ Read: { file_path: 'notes.txt' } }] }, { text: 'No.' }],
      config: { permissions: { deny: ['Read(notes.txt)'] } },
      files: notes,
    });
    const { code, stderr } = await loadout(['run', 'Hi.'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /⊘ Read notes\.txt {2}denied\n {2}Read is denied by the rule Read\(notes\.txt\) \(agent\.config\.yaml:\d+:\d+\)/,
    );
    expect(stderr).toContain('1 denied');
  });

  it('takes the prompt from standard input, with - or without a prompt', async () => {
    const cwd = scripted({ turns: [{ text: 'Asked: {{prompt}}' }] });
    const dash = await loadout(['run', 'helper', '-'], { cwd, stdin: 'From a pipe.\n' });
    const none = await loadout(['run'], { cwd, stdin: 'From a pipe.\n' });
    expect([dash.stdout, none.stdout]).toEqual(['Asked: From a pipe.\n', 'Asked: From a pipe.\n']);
  });

  it('ends quietly when nobody reads its output any more', () => {
    const cwd = scripted({ turns: [{ text: 'word '.repeat(50_000) }] });
    const command = `"${process.execPath}" "${bin}" run Hi. --output stream-json | head -c 20 > /dev/null; echo "\${PIPESTATUS[0]}"`;
    const env = { PATH: process.env.PATH ?? '', HOME: join(cwd, '.home') };
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { cwd, env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(['0', '130']).toContain(stdout.trim());
  });
});

describe('loadout run --output', () => {
  it('json is one document with the result (CLI-04)', async () => {
    const cwd = scripted({ turns: readsNotes, files: notes });
    const { code, stdout, stderr } = await loadout(['run', 'Hi.', '--output', 'json'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'success', text: 'There are two notes.', agent: 'helper', turns: 2 });
  });

  it('stream-json begins with init and ends with exactly one result (LOOP-24, LOOP-27)', async () => {
    const cwd = scripted({ turns: readsNotes, files: notes });
    const { stdout, stderr } = await loadout(['run', 'Hi.', '--output', 'stream-json'], { cwd });
    const types = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(stderr).toBe('');
    expect([types[0], types.at(-1), types.filter((type) => type === 'result').length]).toEqual(['init', 'result', 1]);
    expect(types.filter((type) => type.startsWith('tool_'))).toEqual(['tool_call', 'tool_start', 'tool_result']);
  });

  it('json is JSON also when nothing could be started', async () => {
    const cwd = scripted({ turns: readsNotes });
    const { code, stdout } = await loadout(['run', 'nobody', 'Hi.', '--output', 'json'], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'error_at_start', error: { code: 'AGENT_UNKNOWN' } });
  });
});

describe('declared secrets', () => {
  it.each(['text', 'json', 'stream-json'])('are never printed, as %s (ERR-05)', async (output) => {
    const cwd = scripted({
      turns: [
        { text: 'It is s3cret-value-42, they say.', tools: [{ Bash: { command: 'echo s3cret-value-42' } }] },
        { text: 'It is s3cret-value-42.' },
      ],
      agent: { instructions: 'The word is ${secret:WORD}.' },
      config: { secrets: { WORD: { env: 'THE_WORD' } }, permissions: { allow: ['Bash'] } },
    });
    const { code, stdout, stderr } = await loadout(['run', 'Hi.', '--verbose', '--output', output], {
      cwd,
      env: { THE_WORD: 's3cret-value-42' },
    });
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('[secret]');
    // Joined pieces of text must not contain the secret either.
    const joined = stdout.replace(/"\}\n\{"type":"text","text":"/g, '');
    expect(`${joined}${stderr}`).not.toContain('s3cret');
  });
});

describe('a trace', () => {
  it('is written where the flag says, else where the configuration says, without what is secret (TRACE-01)', async () => {
    const cwd = scripted({
      turns: [{ text: 'It is s3cret-value-42.' }],
      agent: { instructions: 'The word is ${secret:WORD}.' },
      config: { telemetry: { trace: './from-file' }, secrets: { WORD: { env: 'THE_WORD' } } },
    });
    const env = { THE_WORD: 's3cret-value-42' };
    for (const [folder, flags] of [
      ['from-flag', ['--trace', 'from-flag']],
      ['from-file', []],
    ] as const) {
      const { code, stderr } = await loadout(['run', 'Hi.', ...flags], { cwd, env });
      expect(code, stderr).toBe(0);
      const [session = ''] = readdirSync(join(cwd, folder));
      const written = readFileSync(join(cwd, folder, session, 'trace.jsonl'), 'utf8');
      expect([written.includes('[secret]'), written.includes('s3cret')]).toEqual([true, false]);
      const lines = written.trimEnd().split('\n');
      const types = lines.map((line) => (JSON.parse(line) as { type: string }).type);
      expect([types[0], types.at(-1)]).toEqual(['init', 'result']);
      expect(stderr).toContain(session);
    }
  });
});

describe('cassettes', () => {
  it('a recording replays in another folder, offline and without the model (TRACE-02)', async () => {
    const first = scripted({ turns: readsNotes, files: notes });
    const recorded = await loadout(['run', 'Hi.', '--record', 'run.cassette'], { cwd: first });
    expect([recorded.code, recorded.stdout], recorded.stderr).toEqual([0, 'There are two notes.\n']);
    const cassette = readFileSync(join(first, 'run.cassette'), 'utf8');
    const second = scripted({ turns: [{ text: 'Not this.' }], files: { ...notes, 'run.cassette': cassette } });
    const replayed = await loadout(['run', 'Hi.', '--replay', 'run.cassette'], { cwd: second });
    expect([replayed.code, replayed.stdout], replayed.stderr).toEqual([0, 'There are two notes.\n']);
  });
});
