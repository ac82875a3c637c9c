import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MockApiOptions, startMockApi } from '@loadout/testing';
import { expect, onTestFinished } from 'vitest';
import { hides, sees, until } from '../../packages/chat/src/screen/seen.test-kit.js';
import { Tmux } from '../../packages/chat/src/screen/tmux.test-kit.js';
import { bin, loadout, project } from '../lib/loadout.js';
import { cutOut } from './job.test-kit.js';
import { Network } from './network.test-kit.js';
import { steady } from './walk-page.test-kit.js';

export interface WindowOptions {
  readonly replies: MockApiOptions['replies'];
  readonly columns?: number | undefined;
  /** Other keys of the configuration. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  /** Other keys of the agent. */
  readonly agent?: Readonly<Record<string, unknown>> | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** More words of the command. */
  readonly args?: readonly string[] | undefined;
}

/** A question takes no key before it was 300 ms on the screen without one, so a key that is tried again must come later than that. */
const DEAD_MS = 400;
const FILES = { 'notes.txt': 'Buy bread.\nCall Ada.\nWater the plants.\n' };

/** A chat in a window of tmux, with a model that answers from a script. */
export class ChatWindow {
  readonly folder: string;
  /** The way to the model. */
  readonly network: Network;
  readonly #tmux: Tmux;

  private constructor({ folder, network, tmux }: { readonly folder: string; readonly network: Network; readonly tmux: Tmux }) {
    this.folder = folder;
    this.network = network;
    this.#tmux = tmux;
  }

  /** Opens a window with a shell in a trusted project. */
  static async open({ replies, columns = 100, config, agent, files }: WindowOptions): Promise<ChatWindow> {
    const api = await startMockApi({ replies, validate: false });
    onTestFinished(() => api.close());
    const network = await Network.to(api.url);
    const folder = project({ ...FILES, ...files, 'agent.config.yaml': configuration({ config, agent }) });
    const home = join(folder, '.home');
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin/loadout'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 });
    const env = { HOME: home, ANTHROPIC_API_KEY: 'a-key-of-the-walk', ANTHROPIC_BASE_URL: network.url };
    await loadout(['trust', '--folder'], { cwd: folder, env, trust: false });
    const shell = { ...env, PATH: `${home}/bin:${process.env.PATH ?? ''}`, TERM: 'tmux-256color', LANG: 'C.UTF-8' };
    const window = new ChatWindow({ folder, network, tmux: new Tmux({ columns, rows: 30, cwd: folder, env: shell }) });
    await window.shows(/^\$$/m);
    return window;
  }

  /** Opens a window, and starts the chat in it. */
  static async chat({ args = [], ...options }: WindowOptions): Promise<ChatWindow> {
    const window = await ChatWindow.open(options);
    await window.start(...args);
    return window;
  }

  async start(...args: readonly string[]): Promise<void> {
    this.type(['loadout chat', ...args].join(' '));
    this.press('Enter');
    await this.shows(/ · default · /);
  }

  type(text: string): void {
    this.#tmux.run('send-keys', '-l', '--', text);
  }

  press(...keys: readonly string[]): void {
    this.#tmux.run('send-keys', ...keys);
  }

  /** Types a prompt and sends it. */
  say(text: string): void {
    this.type(text);
    this.press('Enter');
  }

  async shows(pattern: RegExp): Promise<void> {
    await sees(() => this.screen(), pattern);
  }

  async hides(pattern: RegExp): Promise<void> {
    await hides(() => this.screen(), pattern);
  }

  /** Waits until a prompt has ended so often. */
  async ended(times = 1): Promise<void> {
    const ends = (text: string) => text.match(/^(?:done|denied|interrupted|failed|error)[^\n]* · \d/gm)?.length ?? 0;
    await until(`Prompts that ended: not ${times}`, { screen: () => this.everything(), holds: (text) => ends(text) === times });
  }

  /** Waits for a question, and until it takes keys. */
  async asks(pattern: RegExp): Promise<void> {
    await this.shows(pattern);
    const chosen = () => /^› (?:\S {2}.*)$/m.exec(this.screen())?.[0];
    const first = chosen();
    await expect
      .poll(
        () => {
          if (chosen() !== first) return true;
          this.press('Down');
          return false;
        },
        { interval: DEAD_MS },
      )
      .toBe(true);
    this.press('Up');
    await until('Up chose nothing', { screen: () => this.screen(), holds: () => chosen() === first });
  }

  screen(): string {
    return this.#tmux.screen().join('\n');
  }

  /** The lines of the screen from the last one that matches, up to one that matches `to`, or to the end. */
  capture(from: RegExp, to?: RegExp): string {
    return cutOut(steady(this.screen(), this), from, to);
  }

  /** The lowest line. */
  status(): string {
    return steady(this.screen(), this).split('\n').at(-1) ?? '';
  }

  /** All that the terminal holds. */
  everything(): string {
    return this.#tmux.lines().join('\n');
  }

  picture(name: string, base64: string): void {
    writeFileSync(join(this.folder, name), Buffer.from(base64, 'base64'));
  }

  /** Lets the command go on that waits for this file. */
  letGo(): void {
    writeFileSync(join(this.folder, 'go'), '');
  }
}

function configuration({ config, agent }: Pick<WindowOptions, 'config' | 'agent'>): string {
  const helper = { model: 'anthropic/claude-sonnet-5-5', instructions: 'Answer.', tools: ['*'], ...agent };
  const plugins = { fs: '@loadout/tool-fs', shell: '@loadout/tool-shell' };
  return `${JSON.stringify({ plugins, ...config, agents: { helper } }, undefined, 2)}\n`;
}
