import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sessionFolder } from '@loadout/runner';
import { printTable } from './lib/table.mjs';

const BIN = fileURLToPath(new URL('../packages/cli/bin/loadout.js', import.meta.url));
const SESSIONS = 50;
const CALLS = 2_000;

/** Prints the processor time of the whole command, which other jobs on the machine do not change. */
const TELLS = "data:text/javascript,process.on('exit',()=>process.stderr.write('CPU '+JSON.stringify(process.cpuUsage())+'\\n'))";

const COMMANDS = [
  'npm test',
  'cargo test',
  'go test',
  'git status',
  'make all',
  'npm run build',
  'git push',
  'docker compose up',
];

/** A call of a project with many files, hosts and commands; each tenth is refused. */
function callOf(number, cwd) {
  const refused = number % 10 === 0;
  const kind = number % 4;
  if (kind === 0) {
    const path = join(cwd, refused ? 'keys' : `src/part${number % 40}`, `file${number % 7_000}.ts`);
    return {
      name: 'Edit',
      input: { file_path: path },
      touches: [{ kind: 'write', path }],
      spared: `Edit(/${path.slice(cwd.length + 1)})`,
      refused,
    };
  }
  if (kind === 1) {
    const url = `https://host${number % 60}.site${number % 30}.example/${number}`;
    return {
      name: 'WebFetch',
      input: { url },
      touches: [{ kind: 'fetch', url }],
      spared: `WebFetch(domain:${new URL(url).hostname})`,
      refused,
    };
  }
  const words = [...COMMANDS[number % COMMANDS.length].split(' '), `word${number % 30_000}`];
  const text = words.join(' ');
  return { name: 'Bash', input: { command: text }, touches: [{ kind: 'run', text, words }], spared: `Bash(${text})`, refused };
}

function sessionOf(id, cwd, number) {
  const header = {
    t: 'session',
    version: 1,
    id,
    agent: 'helper',
    cwd,
    startedAt: '2026-11-01T00:00:00Z',
    environment: '',
    artifactDir: '/a',
  };
  const lines = [header, { t: 'run', model: { id: 'm', provider: 'p' }, mode: 'default', rules: [] }];
  for (let at = 0; at < CALLS; at++) {
    const { name, input, touches, spared, refused } = callOf(at * 7 + number * CALLS * 7, cwd);
    const use = { type: 'tool_use', id: `${id}-${at}`, name, input };
    const decision = { by: 'person', spared: [spared], subject: { touches } };
    const block = { type: 'tool_result', tool_use_id: use.id, content: 'x'.repeat(200), is_error: refused };
    lines.push({ t: 'message', at, message: { role: 'assistant', content: [use] } });
    if (!refused) lines.push({ t: 'started', at, id: use.id, name, repeatable: false, decision });
    lines.push({ t: 'ended', at, id: use.id, outcome: refused ? 'denied' : 'done', block, ...(refused ? { decision } : {}) });
    lines.push({ t: 'results', ids: [use.id] });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const configOf = (rules) => `agents: { helper: { instructions: Answer. } }\npermissions:\n${rules}\n`;
const rulesOf = (verb, count) =>
  `  ${verb}: [${Array.from({ length: count }, (_, at) => `'Edit(/src/part${at}/**)'`).join(', ')}]`;

/** The commands of @loadout/rules over 100,000 recorded calls, against the reading of the same files. */
export async function rulesBench() {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-bench-')));
  try {
    const { dir } = sessionFolder({ workspace: cwd, env: envIn(cwd) });
    mkdirSync(dir, { recursive: true });
    for (let number = 0; number < SESSIONS; number++) {
      const id = `session-${String(number).padStart(3, '0')}`;
      writeFileSync(join(dir, `${id}.jsonl`), sessionOf(id, cwd, number));
    }
    writeFileSync(join(cwd, 'agent.config.yaml'), configOf(rulesOf('ask', 10)));
    writeFileSync(join(cwd, 'other.yaml'), configOf(rulesOf('allow', 20)));
    const rows = [
      ['read and parse the files', secondsToRead(dir)],
      ['loadout rules suggest', secondsOf(['rules', 'suggest', '--json'], cwd)],
      ['loadout rules try other.yaml', secondsOf(['rules', 'try', 'other.yaml', '--json'], cwd)],
    ];
    printTable(
      `${SESSIONS * CALLS} recorded calls, seconds of processor time`,
      ['', 's', 'x reading'],
      rows.map(([name, took]) => [name, took.toFixed(1), (took / rows[0][1]).toFixed(1)]),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function secondsToRead(dir) {
  const before = process.cpuUsage();
  for (const name of readdirSync(dir))
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) if (line !== '') JSON.parse(line);
  return secondsIn(process.cpuUsage(before));
}

function secondsOf(args, cwd) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', TELLS, BIN, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: envIn(cwd),
  });
  const told = /CPU (.*)/.exec(stderr)?.[1];
  if (told === undefined || status > 1) throw new Error(`loadout ${args.join(' ')} ended with ${status}: ${stderr}`);
  const { unread = [], judged = SESSIONS * CALLS } = JSON.parse(stdout);
  if (unread.length > 0 || judged !== SESSIONS * CALLS) throw new Error(`Only ${judged} calls were judged: ${unread[0]}`);
  return secondsIn(JSON.parse(told));
}

const envIn = (cwd) => ({ PATH: process.env.PATH, HOME: join(cwd, 'home'), LOADOUT_STATE_DIR: join(cwd, 'state') });
const secondsIn = ({ user, system }) => (user + system) / 1e6;
