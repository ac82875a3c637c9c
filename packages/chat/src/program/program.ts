import { messageOf } from '@loadout/core';
import type { ChatEnd, ChatHost } from '../chat-host.js';
import type { Choosing, Surface } from '../commands/surface.js';
import type { ChatAction } from '../input/actions.js';
import { Bindings } from '../input/bindings.js';
import { Editor } from '../input/editor.js';
import type { Key } from '../input/key.js';
import { ASK_FOR_KEYS, keyboardModes } from '../input/keyboard-modes.js';
import { Keys } from '../input/keys.js';
import { historySearch } from '../menu/history-search.js';
import { Picker } from '../menu/picker.js';
import { Questions } from '../questions/questions.js';
import { suspended } from '../screen/process-terminal.js';
import { Screen } from '../screen/screen.js';
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings-schema.js';
import { type Status, statusLine } from '../status/status-line.js';
import type { Block, Picture, Size } from '../text/line.js';
import { stacked } from '../text/said.js';
import { wrap } from '../text/wrap.js';
import { Ahead } from './ahead.js';
import { Completion } from './completion.js';
import { drawn } from './drawn.js';
import { firstHint } from './first-hint.js';
import { type OpenPicker, openPicker } from './open-picker.js';
import type { Talk } from './talk.js';

/** The number of Ctrl+C without an effect that end the process. */
const PATIENCE = 3;
/** Two presses within this time are one wish. */
const TWICE_MS = 600;
const MOST_CHOICES = 10;
/** A terminal that is not taken yet passes Enter on as a line feed, so the first piece of what was typed before has no Ctrl+J. */
const [LINE_FEED, ENTER] = [10, 13];

/**
 * The terminal program of a chat: the screen, what the person types, and the questions. It is on the screen before anything of the
 * conversation is loaded; what is typed by then waits.
 */
export class Program implements Surface {
  readonly screen: Screen;
  readonly questions: Questions;
  settings: Settings = DEFAULT_SETTINGS;
  readonly #host: ChatHost;
  readonly #now: () => number;
  #bindings = new Bindings();
  readonly #editor = new Editor();
  readonly #completion = new Completion(this.#editor, () => this.changed());
  readonly #ahead = new Ahead();
  readonly #keys: Keys;
  readonly #onReply: ReturnType<typeof keyboardModes>;
  #picker: OpenPicker | undefined;
  #talk: Talk | undefined;
  #status: Status = { starts: 'starting' };
  #hasFocus = true;
  /** True until the first prompt is sent. */
  #isNew = true;
  #interrupts = 0;
  #escapedAt = Number.NEGATIVE_INFINITY;
  #leave: (end: ChatEnd) => void = () => {};

  constructor(host: ChatHost, now: () => number) {
    this.#host = host;
    this.#now = now;
    this.screen = new Screen(host.terminal);
    this.questions = new Questions({ now, onChange: () => this.#asked() });
    this.#keys = new Keys((key) => this.press(key), { onReply: (reply) => this.#onReply(reply) });
    this.#onReply = keyboardModes({ env: host.terminal.env, keep: (mode) => this.screen.keep(mode), keys: this.#keys });
  }

  /** Takes the terminal. The first frame is drawn when this returns. */
  open(): void {
    const { terminal } = this.#host;
    this.screen.show((size) => this.#draw(size));
    this.screen.open();
    terminal.onInput((piece) => {
      terminal.onInput(this.#read);
      this.#read(Buffer.from(piece.map((byte) => (byte === LINE_FEED ? ENTER : byte))));
    });
    terminal.onEnd(() => this.#stop());
    terminal.write(ASK_FOR_KEYS);
  }

  readonly #read = (piece: Buffer): void => this.#keys.push(piece);

  /** Runs the chat to its end, and gives the terminal back. */
  async run(): Promise<ChatEnd> {
    const left = new Promise<ChatEnd>((resolve) => {
      this.#leave = resolve;
    });
    this.#host.stopped.addEventListener('abort', () => this.#stop(), { once: true });
    try {
      return await Promise.race([left, this.#converse()]);
    } finally {
      this.#picker?.leave();
      this.questions.withdrawAll();
      this.#host.terminal.onInput(undefined);
      this.#host.terminal.onEnd(undefined);
      this.screen.close();
    }
  }

  async #converse(): Promise<ChatEnd> {
    void this.#readSettings();
    const { Talk } = await import('./talk.js');
    this.#talk = await Talk.open({ host: this.#host, surface: this, ahead: this.#ahead });
    // Texts that were typed by now wait, and are prompts like any other.
    for (const text of this.#ahead.texts) this.#talk.history.add(text);
    this.status({ starts: undefined });
    this.#completion.offer(this.#talk.completions);
    return this.#talk.run();
  }

  /** A wrong file is told, and changes nothing. */
  async #readSettings(): Promise<void> {
    const { loadSettings, settingsFile } = await import('../settings/load-settings.js');
    const { settings, problems } = await loadSettings(settingsFile(this.#host.terminal.env));
    this.settings = settings;
    this.#bindings = new Bindings(settings.keys);
    this.#editor.bind(this.#bindings);
    if (settings.colours !== 'auto') this.screen.colour(settings.colours === 'always');
    this.#talk?.refresh();
    for (const problem of problems)
      this.commit((columns) => wrap([{ text: `${problem.message} ${problem.fix ?? ''}`, styles: ['yellow'] }], columns));
    this.changed();
  }

  commit(block: Block): void {
    this.screen.commit(block);
  }

  changed(): void {
    this.screen.changed();
  }

  status(change: Partial<Status>): void {
    this.#status = { ...this.#status, ...change };
    this.changed();
  }

  choose<T>({ title, items }: Choosing<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.#picker = openPicker(
        new Picker({ prompt: [{ text: `${title} `, styles: ['bold'] }], items, most: MOST_CHOICES }),
        (value) => {
          this.#picker = undefined;
          this.changed();
          resolve(value);
        },
      );
      this.changed();
    });
  }

  edit(text: string): void {
    this.#editor.set(text);
    this.changed();
  }

  get isIdle(): boolean {
    return this.#editor.isEmpty && this.#picker === undefined;
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    const { terminal } = this.#host;
    terminal.onInput(undefined);
    this.screen.pause();
    try {
      return await work();
    } finally {
      this.screen.resume();
      terminal.onInput(this.#read);
    }
  }

  /** Takes a key that the person pressed. */
  press(key: Key): void {
    if (key.kind === 'focus') this.#hasFocus = key.has;
    else this.#pressed(key);
    this.changed();
  }

  #pressed(key: Exclude<Key, { kind: 'focus' }>): void {
    const action = key.kind === 'key' ? this.#bindings.chat(key) : undefined;
    if (action !== 'stop') this.#interrupts = 0;
    if (this.#picker !== undefined) this.#picker.press(key);
    else if (action !== undefined && ANYTIME.has(action)) this.#actions[action]();
    else if (!this.questions.press(key) && !this.#completion.press(key)) this.#typed(key, action);
  }

  /** Ctrl+B, Ctrl+D and the arrows are the editor's while there is a text. */
  #typed(key: Exclude<Key, { kind: 'focus' }>, action: ChatAction | undefined): void {
    const isForProgram = (action === 'quit' || action === 'toBackground') && this.#editor.isEmpty;
    if (!isForProgram && this.#edited(key)) return;
    if (action !== undefined) this.#actions[action]();
    else if (key.kind === 'key' && (key.name === 'up' || key.name === 'down')) this.#recall(key.name);
  }

  readonly #actions: Readonly<Record<ChatAction, () => unknown>> = {
    submit: () => this.#submit(),
    complete: () => this.#completion.typed(),
    interrupt: () => this.#escape(),
    stop: () => this.#ctrlC(),
    quit: () => this.#stop(),
    suspend: () => this.#suspend(),
    redraw: () => this.lend(async () => {}),
    searchHistory: () => this.#searchHistory(),
    openEditor: () => this.#openEditor(),
    openOutput: () => this.#talk?.openOutput(),
    toBackground: () => this.#talk?.toBackground(),
    nextMode: () => this.#talk?.nextMode(),
  };

  #submit(): void {
    const text = this.#editor.text;
    if (text.trim() === '') return;
    this.#isNew = false;
    this.#editor.clear();
    this.#ahead.add(text);
    this.#talk?.history.add(text);
    this.#talk?.typed();
  }

  /** Changes what is typed. A pasted path of an image names the image. */
  #edited(key: Exclude<Key, { kind: 'focus' }>): boolean {
    const image = key.kind === 'paste' ? this.#talk?.imageOf(key.text) : undefined;
    if (image !== undefined) this.#editor.insert(`${image} `);
    else if (!this.#editor.press(key)) return false;
    if (key.kind === 'paste' || key.text !== '') this.#talk?.history.leave();
    this.#completion.typed();
    return true;
  }

  /** Up in the first row, Down in the last: what waits comes back to be edited, before the history. */
  #recall(direction: 'up' | 'down'): void {
    const history = this.#talk?.history;
    const waiting = direction === 'up' && this.#editor.isEmpty ? this.#ahead.takeBack() : undefined;
    const text = waiting ?? (direction === 'up' ? history?.previous(this.#editor.text) : history?.next());
    if (text !== undefined) this.#editor.set(text);
  }

  #searchHistory(): void {
    const entries = this.#talk?.history.all() ?? [];
    if (entries.length === 0) return;
    this.#picker = openPicker(historySearch(entries, { filter: this.#editor.text }), (text) => {
      this.#picker = undefined;
      if (text !== undefined) this.#editor.set(text);
    });
  }

  async #openEditor(): Promise<void> {
    const { editOutside } = await import('../input/outside-editor.js');
    try {
      this.#editor.set(
        await this.lend(() => editOutside(this.#editor.text, { env: this.#host.terminal.env, command: this.settings.editor })),
      );
    } catch (error) {
      this.#talk?.print(`${messageOf(error)}\n`);
    }
    this.changed();
  }

  #escape(): void {
    const now = this.#now();
    const isTwice = now - this.#escapedAt < TWICE_MS;
    this.#escapedAt = isTwice ? Number.NEGATIVE_INFINITY : now;
    if (this.#talk?.isBusy === true) this.#talk.interrupt();
    else if (isTwice && this.#editor.isEmpty) this.#talk?.chooseRewind();
  }

  /** Interrupts the work, forgets the line, or ends the chat, in this order. */
  #ctrlC(): void {
    const talk = this.#talk;
    this.#interrupts += 1;
    if (talk === undefined) this.#leave({ exitCode: 130 });
    else if (talk.isBusy) {
      // First the work: a question that ends with it is cancelled, and not declined.
      talk.interrupt();
      this.questions.withdrawAll();
      if (this.#interrupts === PATIENCE - 1) talk.print('Ending the current work. Press Ctrl+C once more to end this process.\n');
      if (this.#interrupts >= PATIENCE) this.#leave({ exitCode: 130 });
    } else if (!this.#editor.isEmpty) {
      this.#editor.clear();
      this.#completion.typed();
      this.#interrupts = 0;
    } else if (this.#interrupts === 1) talk.print('Press Ctrl+C again, Ctrl+D, or type /exit to end the chat.\n');
    else this.#stop();
  }

  /** Takes no more prompts, and ends the work. */
  #stop(): void {
    this.#picker?.leave();
    if (this.#talk === undefined) this.#leave({ exitCode: 130 });
    else this.#talk.stop();
    this.questions.withdrawAll();
  }

  /** Gives the terminal to the shell until this process is in the foreground again. */
  #suspend(): void {
    void this.lend(suspended);
  }

  #asked(): void {
    if (this.questions.open !== undefined && !this.#hasFocus) this.#call();
    this.changed();
  }

  /** Calls the person, who looks at another window. */
  #call(): void {
    const text = 'A question waits in the chat';
    const { notices } = this.settings;
    if (notices === 'bell') this.screen.bell();
    if (notices === 'osc9') this.#host.terminal.write(`\x1b]9;${text}\x07`);
    if (notices === 'osc777') this.#host.terminal.write(`\x1b]777;notify;Loadout;${text}\x07`);
  }

  /** Names the keys once a prompt can be sent, and not while the agent is loaded. */
  #live(): Block {
    if (this.#talk === undefined) return () => [];
    return this.#isNew && !this.#talk.isBusy ? stacked(this.#talk.live(), firstHint(this.settings.keys)) : this.#talk.live();
  }

  #draw(size: Size): Picture {
    return drawn(size, {
      live: this.#live(),
      question: this.questions.open,
      others: this.questions.others,
      picker: this.#picker,
      ahead: this.#ahead.block({ canSend: this.#talk?.isBusy === true }),
      editor: this.#editor,
      completion: this.#completion.block(),
      status: (columns) => [statusLine(this.#status, columns)],
      commit: (block) => this.screen.commit(block),
    });
  }
}

/** Actions that work also while a question is open. */
const ANYTIME: ReadonlySet<ChatAction> = new Set<ChatAction>(['stop', 'suspend', 'redraw', 'openOutput']);
