import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = ['-x', '100', '-y', '30'];
const PATIENCE_MS = 30_000;

/** Sequences that move or paint: a screen shows none of them. */
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[()][0-9A-Z]|.)/g;

/** A window of a tmux server of its own, whose output is read as it comes. `close` ends everything in it. */
export function openWindow({ cwd, env }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-tmux-'));
  const tmux = (...args) => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...args], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`tmux ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  const pipe = join(folder, 'output');
  spawnSync('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  let shown = '';
  let look = () => {};
  reader.stdout.setEncoding('utf8').on('data', (piece) => {
    shown += piece;
    look();
  });
  tmux('new-session', '-d', ...SIZE, '-c', cwd, '-e', 'PS1=', 'sh');
  tmux('pipe-pane', '-O', `exec cat > ${pipe}`);
  const variables = Object.entries({ TERM: 'tmux-256color', ...env }).map(([name, value]) => `${name}=${quoted(value)}`);
  return {
    /** Starts a command in place of the shell. Returns the milliseconds until the window shows something. */
    start(argv, shows) {
      const file = join(folder, 'start');
      writeFileSync(file, `exec env -i ${variables.join(' ')} ${argv.map(quoted).join(' ')}`);
      return this.press(shows, '-l', `. ${file}\n`);
    },
    /** Types keys. Returns the milliseconds until the window shows something new. */
    async press(shows, ...keys) {
      shown = '';
      const started = performance.now();
      tmux('send-keys', ...keys);
      return (await this.until(shows)) - started;
    },
    until: (shows) =>
      new Promise((resolve, reject) => {
        const end = (settle, value) => {
          look = () => {};
          clearTimeout(timer);
          settle(value);
        };
        const timer = setTimeout(
          () => end(reject, new Error(`The window never showed ${shows}. It shows:\n${tmux('capture-pane', '-p')}`)),
          PATIENCE_MS,
        );
        look = () => {
          if (shows.test(shown.replace(SEQUENCES, ''))) end(resolve, performance.now());
        };
        look();
      }),
    get pid() {
      return Number(tmux('display-message', '-p', '#{pane_pid}'));
    },
    close() {
      // The server is gone if the command has ended.
      spawnSync('tmux', ['-S', join(folder, 'socket'), 'kill-server']);
      reader.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** The memory of a process that runs. */
export const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
