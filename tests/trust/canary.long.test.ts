import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type MockApi, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { loadout, project, startLoadout } from '../lib/loadout.js';
import { told } from '../serve-http.test-kit.js';

/**
 * The law of secrets: no sink contains a secret, whatever prints it. Each canary is planted in the place of one kind of secret,
 * commands print all of them, and every sink is searched for every canary (S1, S2, S4).
 */
const CANARY = {
  provider: 'canary-of-the-provider-7f3a',
  used: 'canary "used" \\ und Umlaut ü 91c2',
  idle: 'canary-that-nothing-uses-55d0',
  file: 'canary-of-an-idle-file-8be4',
} as const;

const CONFIG = {
  plugins: {
    shell: {
      use: '@loadout/tool-shell',
      options: {
        env: {
          LEAK: '${env:ANTHROPIC_API_KEY}',
          USED: '${secret:used}',
          IDLE: CANARY.idle.slice(0, 8),
          REST: CANARY.idle.slice(8),
        },
      },
    },
    fs: '@loadout/tool-fs',
  },
  secrets: { used: { env: 'USED' }, idle: { env: 'IDLE' }, file: { file: './idle.txt' } },
  permissions: { allow: ['Bash', 'Read', 'Write'] },
  sessions: { checkpoints: true },
  agents: { a: { model: 'anthropic/mock', instructions: 'Answer.', tools: ['*'] } },
};

const ALL = 'printf %s "$LEAK" "$USED" "$IDLE$REST"; cat idle.txt';

let api: MockApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const bash = (command: string, more: object = {}) => ({ tools: [{ name: 'Bash', input: { command, ...more } }] });
const REPLIES = [
  bash(ALL),
  bash(`${ALL} >&2; exit 3`),
  // More output than memory keeps: the shell's own file, with secrets at every border of a piece.
  bash(`for i in $(seq 1 400); do ${ALL}; head -c 8191 /dev/zero | tr '\\0' x; done`),
  bash(`for i in 1 2 3; do ${ALL}; done`, { run_in_background: true }),
  { tools: [{ name: 'TaskOutput', input: { task_id: 'shell_1', block: true } }] },
  bash(`printf %s "$LEAK" | head -c 10; sync; printf %s "$LEAK" | tail -c +11`),
  { tools: [{ name: 'Read', input: { file_path: 'idle.txt' } }] },
  bash('cat "missing-$IDLE$REST"'),
  { text: `It is ${CANARY.provider}, ${CANARY.used}, ${CANARY.idle} and ${CANARY.file}.` },
];

async function planted(config: object = CONFIG) {
  api = await startMockApi({ replies: REPLIES });
  const cwd = project({ 'agent.config.yaml': JSON.stringify(config), 'idle.txt': `${CANARY.file}\n` });
  const env = {
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: CANARY.provider,
    USED: CANARY.used,
    IDLE: CANARY.idle,
    LOADOUT_DEBUG: '1',
  };
  return { api, cwd, env };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() && statSync(path).size > 0 ? [path] : [];
  });
}

/** Sinks that contain a canary, in any of its written forms. */
function found(sinks: Readonly<Record<string, string>>): readonly string[] {
  const forms = Object.entries(CANARY).flatMap(([name, value]) => [
    [name, value],
    [name, JSON.stringify(value).slice(1, -1)],
  ]) as [string, string][];
  return Object.entries(sinks).flatMap(([sink, text]) =>
    forms.filter(([, form]) => text.includes(form)).map(([name]) => `${sink}: ${name}`),
  );
}

const kept = (cwd: string) =>
  Object.fromEntries(filesBelow(join(cwd, '.home')).map((file) => [file, readFileSync(file, 'utf8')]));
const requests = (from: MockApi) =>
  Object.fromEntries(from.requests.map(({ body }, index) => [`request ${index}`, JSON.stringify(body)]));

describe('no sink holds a secret (S1, S2, S4)', () => {
  it.each([['text'], ['json'], ['stream-json']])(
    'of a run with --output %s: terminal, transcript, spilled files, trace, requests',
    async (output) => {
      const { api: server, cwd, env } = await planted();
      const trace = join(cwd, '.home', 'traces');
      const done = await loadout(
        ['run', 'Go.', '--output', output, '--verbose', '--trace', trace, '--record', join(cwd, '.home', 'cassette.jsonl')],
        { cwd, env },
      );
      expect([done.code, server.invalid], done.stderr).toEqual([0, []]);
      const files = kept(cwd);
      // Every canary was there to be found.
      const names = Object.keys(files).join('\n');
      expect(names).toMatch(/shell-[^/]*stdout\.txt[\s\S]*/);
      expect(names).toMatch(/trace\.jsonl/);
      expect(names).toMatch(/cassette\.jsonl/);
      expect(
        Object.values(files)
          .join('')
          .match(/\[secret\]/g)?.length,
      ).toBeGreaterThan(400);
      expect(found({ stdout: done.stdout, stderr: done.stderr, ...files, ...requests(server) })).toEqual([]);
    },
  );

  it('of a server: events, results, log', async () => {
    const { cwd, env } = await planted();
    const token = 'a-token-of-some-length';
    const server = await startLoadout(['serve', 'http'], { cwd, env: { ...env, LOADOUT_HTTP_TOKEN: token } });
    try {
      const url = await told(server, /at (http:\S+)\n/);
      const ask = (path: string, options: RequestInit = {}) =>
        fetch(`${url}${path}`, { ...options, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
      const { id } = (await (await ask('/runs', { method: 'POST', body: JSON.stringify({ prompt: 'Go.' }) })).json()) as {
        id: string;
      };
      const events = await (await ask(`/runs/${id}/events`)).text();
      const result = await (await ask(`/runs/${id}`)).text();
      expect(events).toContain('[secret]');
      expect(found({ events, result, out: server.output(), log: server.errors(), ...kept(cwd) })).toEqual([]);
    } finally {
      server.kill('SIGTERM');
      await server.finished;
    }
  });

  it('of a key that a helper of the provider prints', async () => {
    const providers = { anthropic: { use: '@loadout/model-anthropic', options: { apiKeyHelper: 'printf %s "$HELPED"' } } };
    const shell = {
      use: '@loadout/tool-shell',
      options: { env: { LEAK: CANARY.provider.slice(0, 6), REST: CANARY.provider.slice(6) } },
    };
    api = await startMockApi({ replies: [bash('echo "$LEAK$REST"'), { text: 'Done.' }] });
    const cwd = project({ 'agent.config.yaml': JSON.stringify({ ...CONFIG, providers, plugins: { shell }, secrets: {} }) });
    const done = await loadout(['run', 'Go.', '--output', 'stream-json'], {
      cwd,
      env: { ANTHROPIC_BASE_URL: api.url, HELPED: CANARY.provider },
    });
    expect([done.code, api.invalid], done.stderr).toEqual([0, []]);
    expect(found({ stdout: done.stdout, stderr: done.stderr, ...kept(cwd), ...requests(api) })).toEqual([]);
  });

  it('of an error that names one', async () => {
    const { cwd, env } = await planted();
    const { stdout, stderr, code } = await loadout(
      ['run', 'Go.', '--model', `anthropic/${CANARY.idle}`, '--resume', CANARY.used],
      { cwd, env },
    );
    expect(code).not.toBe(0);
    expect(found({ stdout, stderr })).toEqual([]);
  });
});

describe('a credential of a provider never reaches the model (T5)', () => {
  it.each([
    ['a variable in a prompt', { prompt: 'Hi ${env:ANTHROPIC_API_KEY}' }],
    ['a secret in instructions', { instructions: '${secret:key}' }],
    ['a file of instructions', { instructions: { file: './key.txt' } }],
    ['a param', { params: { p: { default: '${env:ANTHROPIC_API_KEY}' } }, instructions: '${param:p}' }],
  ])('%s, also once it is trusted', async (_, agent) => {
    api = await startMockApi({ replies: [{ text: 'Done.' }] });
    const config = { secrets: { key: { env: 'ANTHROPIC_API_KEY' } }, agents: { a: { model: 'anthropic/mock', ...agent } } };
    const cwd = project({ 'agent.config.yaml': JSON.stringify(config), 'key.txt': `Use ${CANARY.provider}\n` });
    const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: CANARY.provider };
    const { code, stdout, stderr } = await loadout(['run', 'Go.'], { cwd, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('CONFIG_CREDENTIAL_TOLD')]);
    expect(stderr).toContain('the credential of a model provider');
    expect(found({ stdout, stderr, ...requests(api) })).toEqual([]);
  });
});
