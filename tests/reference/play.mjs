// Plays one scenario against one program in a folder of its own, with a mock API: through the official SDK, or over the bare wire.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startMockApi } from '../../packages/testing/dist/index.js';

const PATIENCE_MS = 60_000;
const WIRE = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'];

/**
 * Returns what the program told, asked and left behind: `questions` to `canUseTool`, and the `lines` of its session files. `files`
 * are written below `work` and `home`; with `isRepository`, `work` is a repository with one commit. A variable of `env` that is
 * null is absent. `replies` and `files` may be functions of the mock API's address. With `wire`, the program is spoken to without the SDK: its lines are frames, or `wait: kind` before the next.
 */
export async function play(scenario, { program, sdk, parts }) {
  const { replies, env: more = {}, files = {}, isRepository = false } = scenario;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-reference-')));
  const [cwd, home] = ['work', 'home'].map((name) => join(folder, name));
  for (const made of [cwd, home]) mkdirSync(made);
  const all = { 'work/a.txt': 'one\ntwo\nthree\n', ...files };
  for (const [name, content] of Object.entries(all)) write(join(folder, name), content);
  if (isRepository) commit(cwd);
  const rest = [];
  // Requests without tools belong to the program itself: titles and the like.
  const api = await startMockApi({
    replies: ({ body }) =>
      body.tools?.length ? (rest.shift() ?? { text: 'Nothing more.' }) : (rest[0]?.fault && rest.shift()) || { text: 'A title' },
    validate: false,
  });
  rest.push(...(typeof replies === 'function' ? replies(api.url) : replies));
  const base = {
    PATH: process.env.PATH,
    HOME: home,
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  const made = typeof more === 'function' ? more({ url: api.url, folder }) : more;
  const env = Object.fromEntries(Object.entries({ ...base, ...made }).filter(([, value]) => value !== null));
  try {
    const told = await (scenario.wire === undefined ? overSdk : overWire)(scenario, { program, sdk, parts, cwd, env });
    const lines = linesBelow(join(home, '.claude', 'projects'));
    return {
      ...nameless({ ...told, lines }, folder),
      requests: api.requests.filter(({ body }) => body?.tools?.length),
      all: api.requests,
    };
  } finally {
    await api.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Makes the folder a repository with one commit. */
function commit(cwd) {
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
}

/** The lines of the session files of conversations, by their kinds. */
const linesBelow = (folder) =>
  filesBelow(folder)
    .filter((name) => /^[^/]+\/[^/]+\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ type, ...line }) => ({ type: `line ${type}`, ...line }));

const filesBelow = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);

/** Replaces the scenario's folder, which differs in each run. */
const nameless = (told, folder) => JSON.parse(JSON.stringify(told).replaceAll(folder, '<folder>'));

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const isText = typeof content === 'string';
  writeFileSync(path, isText ? content : JSON.stringify(content), { mode: isText && content.startsWith('#!') ? 0o755 : 0o644 });
}

async function overSdk({ options = {}, prompts }, { program, sdk, parts, cwd, env }) {
  const { canUseTool, ...own } = typeof options === 'function' ? options(sdk, parts) : options;
  const questions = [];
  const abortController = new AbortController();
  const timer = setTimeout(() => abortController.abort(), PATIENCE_MS);
  const messages = [];
  let thrown;
  let next = () => {};
  /** Each prompt after the result of the one before. */
  async function* inTurn() {
    for (const content of prompts) {
      const answered = new Promise((resolve) => {
        next = resolve;
      });
      yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
      await answered;
    }
  }
  try {
    const query = sdk.query({
      prompt: prompts === undefined ? 'go' : inTurn(),
      options: {
        cwd,
        env,
        abortController,
        model: 'claude-sonnet-4-5',
        pathToClaudeCodeExecutable: program,
        ...own,
        ...listening(canUseTool, questions),
      },
    });
    for await (const message of query) {
      messages.push(message);
      if (message.type === 'result') next();
    }
  } catch (error) {
    thrown = error.message;
  } finally {
    clearTimeout(timer);
  }
  return { messages, questions, thrown };
}

/** The program's callback, which also notes each question. */
function listening(canUseTool, questions) {
  if (canUseTool === undefined) return {};
  return {
    canUseTool: (name, input, { signal: _, toolUseID: __, ...about }) => {
      questions.push({ name, input, about });
      return canUseTool(name, input);
    },
  };
}

const isOver = (frame, kind) =>
  frame.type === kind || frame.request_id === kind || frame.response?.request_id === kind || frame.subtype === kind;

async function overWire({ wire: { args = ['--model', 'claude-sonnet-4-5'], lines } }, { program, cwd, env }) {
  const isScript = program.endsWith('.js');
  const [command, first] = isScript ? [process.execPath, [program]] : [program, []];
  const child = spawn(command, [...first, ...WIRE, ...args], { cwd, env, stdio: 'pipe' });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const messages = [];
  let heard = 0;
  let stderr = '';
  let wake = () => {};
  let hasEnded = false;
  child.stdin.on('error', () => {});
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise((resolve) => {
    child.on('close', (code) => {
      hasEnded = true;
      wake();
      resolve(code);
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    messages.push(JSON.parse(line));
    wake();
  });
  const until = async (kind) => {
    while (!hasEnded) {
      while (heard < messages.length) if (isOver(messages[heard++], kind)) return;
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
  };
  for (const line of lines) {
    if (line.wait === undefined) child.stdin.write(`${JSON.stringify(line)}\n`);
    else await until(line.wait);
  }
  child.stdin.end();
  const code = await ended;
  clearTimeout(timer);
  return { messages, code, stderr };
}

/** A prompt as a frame of the wire, and the lines that give prompts one after the other. */
export const said = (content, more = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  ...more,
});
export const asks = (subtype, more = {}) => ({ type: 'control_request', request_id: subtype, request: { subtype, ...more } });
export const inTurn = (...prompts) => prompts.flatMap((content) => [said(content), { wait: 'result' }]);
