import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** A shell in a real tmux of its own, until the test ends. */
export class Tmux {
  readonly #folder: string;
  readonly #socket: string;

  constructor({ columns, rows }: { readonly columns: number; readonly rows: number }) {
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-tmux-')));
    this.#socket = join(this.#folder, 'socket');
    onTestFinished(() => {
      this.run('kill-server');
      rmSync(this.#folder, { recursive: true, force: true });
    });
    const command = 'PS1="$ " exec bash --norc --noprofile';
    this.run('-f', '/dev/null', 'new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, '-c', this.#folder, command);
    this.run('set-option', '-g', 'history-limit', '50000');
  }

  run(...words: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...words], { encoding: 'utf8' });
  }

  /** A file that the shell wrote. */
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

  /** All lines, scrollback included. A line that the terminal wrapped is one. */
  lines(): readonly string[] {
    const lines = this.run('capture-pane', '-p', '-J', '-S', '-').split('\n');
    return lines.map((line) => line.trimEnd());
  }

  async shows(text: string): Promise<void> {
    await expect
      .poll(() => this.lines().some((line) => line.includes(text)), { message: `the terminal shows ${text}` })
      .toBe(true);
  }
}
