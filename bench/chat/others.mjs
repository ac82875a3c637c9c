import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMockApi } from '../../packages/testing/dist/index.js';
import { median } from '../lib/measure.mjs';
import { openWindow, residentMb } from './window.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'a-key-of-the-bench';

/** Tells each program enough that it opens with its prompt and not with a question. */
function prepare(folder) {
  const work = join(folder, 'work');
  const home = join(folder, 'home');
  for (const path of [work, join(home, '.codex'), join(home, '.claude')]) mkdirSync(path, { recursive: true });
  writeFileSync(
    join(home, '.claude.json'),
    JSON.stringify({
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [work]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }),
  );
  writeFileSync(join(home, '.claude/settings.json'), '{ "theme": "dark" }');
  const model = ['model = "bench"', 'model_provider = "mock"', '[model_providers.mock]', 'name = "mock"'];
  const rest = [
    'base_url = "http://127.0.0.1:9/v1"',
    'wire_api = "responses"',
    `[projects."${work}"]`,
    'trust_level = "trusted"',
  ];
  writeFileSync(join(home, '.codex/config.toml'), `${[...model, ...rest].join('\n')}\n`);
  writeFileSync(
    join(work, 'agent.config.yaml'),
    `plugins: { fs: "@loadout/tool-fs", shell: "@loadout/tool-shell" }\nagents:\n  bench: { model: anthropic/bench, instructions: Answer., tools: ["*"] }\n`,
  );
  return { work, home };
}

/** The prompt of each program, as its window shows it. */
const programs = ({ claude, codex, peers }) => ({
  'loadout --version': {
    argv: [process.execPath, join(root, 'packages/cli/bin/loadout.js'), '--version'],
    shows: /\d+\.\d+\.\d+/,
  },
  'loadout chat': { argv: [process.execPath, join(root, 'packages/cli/bin/loadout.js'), 'chat'], shows: /›/, stays: true },
  claude: { argv: [claude], shows: /❯/, stays: true },
  codex: { argv: [codex], shows: /›/, stays: true },
  pi: {
    argv: [process.execPath, join(peers, 'node_modules/@earendil-works/pi-coding-agent/dist/cli.js'), '--offline'],
    shows: /─{60}/,
    stays: true,
  },
});

/** The terminal programs that people keep open, each in a window of tmux with 100 columns. */
export async function terminalTable(folder, { rounds, ...where }) {
  const { work, home } = prepare(folder);
  const api = await startMockApi({ replies: () => ({ text: 'Done.' }), validate: false, keepBodies: false });
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
  const keys = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url };
  const env = { PATH: process.env.PATH, HOME: home, ...keys, ...quiet };
  const named = Object.entries(programs(where));
  const seen = new Map(named.map(([name]) => [name, { times: [], memory: [] }]));
  try {
    for (let round = -1; round < rounds; round++)
      for (const [name, { argv, shows, stays }] of named) {
        const window = openWindow({ cwd: work, env });
        try {
          const time = await window.start(argv, shows);
          if (round < 0) continue;
          seen.get(name).times.push(time);
          if (stays) seen.get(name).memory.push(residentMb(window.pid));
        } finally {
          window.close();
        }
      }
  } finally {
    await api.close();
  }
  return {
    title: 'Terminal programs',
    text: 'From the start of the program to its prompt on the screen, in a window of tmux.',
    columns: ['prompt on the screen, ms', 'MB then'],
    rows: named
      .filter(([, { stays }]) => stays)
      .map(([name]) => ({ name, values: [seen.get(name).times, seen.get(name).memory].map(median) })),
  };
}
