import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sees } from './seen.test-kit.js';

interface TmuxOptions {
  readonly columns: number;
  readonly rows: number;
  /** Default: a folder of its own. */
  readonly cwd?: string | undefined;
  /** The whole environment of the shell. Default: that of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A shell in a real tmux of its own, until the test ends. */
export class Tmux {
  readonly #folder: string;
  readonly #socket: string;

  constructor({ columns, rows, cwd, env }: TmuxOptions) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-tmux-')));
    this.#socket = join(this.#folder, 'socket');
    onTestFinished(() => {
      this.run('kill-server');
      rmSync(this.#folder, { recursive: true, force: true });
    });
    const shell = ['env', ...(env === undefined ? [] : ['-i', ...Object.entries(env).map((pair) => pair.join('='))])];
    shell.push('PS1=$ ', 'bash', '--norc', '--noprofile');
    const size = ['-x', `${columns}`, '-y', `${rows}`];
    this.run('-u', '-f', '/dev/null', 'new-session', '-d', ...size, '-c', cwd ?? this.#folder, ...shell);
    this.run('set-option', '-g', 'history-limit', '50000');
  }

  run(...words: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...words], { encoding: 'utf8' });
  }

  /** A file that the shell wrote into its own folder. */
  read(name: string): string {
    return readFileSync(join(this.#folder, name), 'utf8');
  }

  /** Types a line into the shell, or into what runs there. */
  type(line: string): void {
    this.run('send-keys', '-l', line);
    this.run('send-keys', 'Enter');
  }

  key(name: string): void {
    this.run('send-keys', name);
  }

  resize(columns: number, rows: number): void {
    this.run('resize-window', '-x', `${columns}`, '-y', `${rows}`);
  }

  /** The lines of the window, without empty ones at its end. */
  screen(): readonly string[] {
    const lines = this.run('capture-pane', '-p')
      .split('\n')
      .map((line) => line.trimEnd());
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  }

  /** All lines, scrollback included. A line that the terminal wrapped is one. */
  lines(): readonly string[] {
    const lines = this.run('capture-pane', '-p', '-J', '-S', '-').split('\n');
    return lines.map((line) => line.trimEnd());
  }

  async shows(text: string | RegExp): Promise<void> {
    await sees(() => this.lines().join('\n'), text);
  }
}
