import { plural } from '@loadout/command';
import type { Block, Picture, Size } from '../text/line.js';
import { CURSOR_SHOWN, MODES_OFF, MODES_ON } from './codes.js';
import { type Drawn, erased, frame, type Next, NOTHING } from './frame.js';
import { type Clock, Pace, systemClock } from './pace.js';
import { type Look, lookOf, partsOf } from './painter.js';
import { reflows, rowsAbove } from './reflow.js';
import type { Terminal } from './terminal.js';

/** A window that is being resized is left alone until it rests. */
const RESIZE_MS = 50;
/** The longest text that terminals take into their clipboard, in base64. */
const LONGEST_COPY = 99_992;

/** Codes that hold while the program is on the screen, and the codes that end them. */
export interface Mode {
  readonly on: string;
  readonly off: string;
}

/**
 * The main screen of the terminal: finished blocks, each written once, and below them a live region that is drawn again. Nothing
 * that was committed is ever touched.
 */
export class Screen {
  readonly #terminal: Terminal;
  #look: Look;
  readonly #pace: Pace;
  readonly #pending: Block[] = [];
  readonly #modes: Mode[] = [{ on: MODES_ON, off: MODES_OFF }];
  #draw: (size: Size) => Picture = () => ({ lines: [] });
  #drawn: Drawn = NOTHING;
  #state: 'new' | 'open' | 'paused' | 'closed' = 'new';
  #isBehind = false;
  #isResized = false;

  constructor(terminal: Terminal, { look, clock = systemClock }: { readonly look?: Look; readonly clock?: Clock } = {}) {
    this.#terminal = terminal;
    this.#look = look ?? lookOf(terminal.env);
    this.#pace = new Pace(() => this.#frame(), clock);
  }

  /** Takes the terminal and draws the first frame at once. */
  open(): void {
    this.#terminal.onResize(() => {
      this.#isResized = true;
      this.#pace.hold(RESIZE_MS);
    });
    this.#terminal.onDrain(() => {
      this.#isBehind = false;
      if (this.#state === 'open') this.#pace.ask();
    });
    this.#terminal.onExit(() => {
      if (this.#state === 'open') this.#leave((text) => this.#terminal.writeSync(text));
      this.#state = 'closed';
    });
    this.resume();
  }

  /** Writes a finished block once, above the live region. It belongs to the terminal from then on. */
  commit(block: Block): void {
    this.#pending.push(block);
    this.changed();
  }

  /** Sets the live region: called for each frame, with the room there is. A picture that is too high loses its upper lines. */
  show(draw: (size: Size) => Picture): void {
    this.#draw = draw;
    this.changed();
  }

  /** Something that the live region shows is different. */
  changed(): void {
    if (this.#state === 'open' && !this.#isBehind && !this.#isResized) this.#pace.ask();
  }

  /** Shows colours, or none. Default: as the environment says. */
  colour(colours: boolean): void {
    this.#look = { ...this.#look, colours };
    this.changed();
  }

  /** Sets codes of the terminal for as long as the program is on the screen. */
  keep(mode: Mode): void {
    this.#modes.push(mode);
    if (this.#state === 'open') this.#terminal.write(mode.on);
  }

  /** Leaves the terminal to another program. Whoever reads the keys stops reading. */
  pause(): void {
    if (this.#state !== 'open') return;
    this.#leave((text) => this.#terminal.write(text));
    this.#state = 'paused';
  }

  resume(): void {
    if (this.#state === 'open' || this.#state === 'closed') return;
    this.#state = 'open';
    this.#drawn = NOTHING;
    this.#isResized = false;
    this.#terminal.setRawMode(true);
    this.#terminal.write(this.#modes.map(({ on }) => on).join(''));
    this.#frame();
  }

  /** Erases the live region and gives the terminal back. */
  close(): void {
    this.pause();
    this.#state = 'closed';
    this.#terminal.onResize(undefined);
    this.#terminal.onDrain(undefined);
    this.#terminal.onExit(undefined);
  }

  bell(): void {
    if (this.#state === 'open') this.#terminal.write('\x07');
  }

  /** Asks the terminal to put a text into the clipboard. False: the text is too long for a terminal. */
  copy(text: string): boolean {
    const data = Buffer.from(text).toString('base64');
    if (data.length > LONGEST_COPY) return false;
    const code = `\x1b]52;c;${data}\x07`;
    // tmux takes the code itself, or hands the wrapped one on, as its user has set it.
    const wrapped = `\x1bPtmux;${code.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
    this.#terminal.write(this.#terminal.env.TMUX === undefined ? code : code + wrapped);
    return true;
  }

  #frame(): void {
    if (this.#state !== 'open' || this.#isBehind) return;
    const wasResized = this.#isResized;
    const size = this.#terminal.size;
    // The terminal tells of a change when it is asked for its size, or later.
    if (this.#isResized && !wasResized) return;
    const before = wasResized ? this.#forget(size) : '';
    const { text, drawn } = frame(this.#drawn, this.#next(size));
    this.#drawn = drawn;
    if (before + text !== '') this.#isBehind = !this.#terminal.write(before + text);
  }

  /** Erases the live region, which the terminal may have broken into more rows since. */
  #forget({ columns, rows }: Size): string {
    const above = reflows(this.#terminal.env) ? rowsAbove(this.#drawn, columns) : this.#drawn.at.row;
    this.#isResized = false;
    this.#drawn = NOTHING;
    return erased(Math.min(above, rows));
  }

  #next({ columns, rows }: Size): Next {
    // The last column stays free: terminals differ on what a cursor behind it does.
    const room = { columns: Math.max(1, columns - 1), rows: Math.max(1, rows - 1) };
    const { lines, cursor } = lowest(this.#draw(room), room.rows);
    const parts = (line: Picture['lines'][number]) => partsOf(line, room.columns, this.#look);
    return { committed: this.#committed(room.columns), live: lines.map(parts), cursor };
  }

  #committed(columns: number): Next['committed'] {
    // A block that fails is not asked again when the failure ends the program.
    return this.#pending.splice(0).flatMap((block) => block(columns).map((line) => partsOf(line, columns, this.#look)));
  }

  /** Gives the terminal back, also when a block fails. */
  #leave(write: (text: string) => void): void {
    this.#pace.stop();
    let last = '';
    try {
      const { size } = this.#terminal;
      const before = this.#isResized ? this.#forget(size) : '';
      const committed = this.#committed(Math.max(1, size.columns - 1));
      last = before + frame(this.#drawn, { committed, live: [] }).text;
    } finally {
      this.#drawn = NOTHING;
      write(last + this.#modes.map(({ off }) => off).join('') + CURSOR_SHOWN);
      this.#terminal.setRawMode(false);
    }
  }
}

/** The lowest lines of a picture that is higher than the room. */
function lowest({ lines, cursor }: Picture, rows: number): Picture {
  if (lines.length <= rows) return { lines, cursor };
  const left = lines.length - rows + 1;
  const row = (cursor?.row ?? 0) - left + 1;
  return {
    lines: [[{ text: `… ${plural(left, 'more line')}`, styles: ['dim'] }], ...lines.slice(left)],
    cursor: cursor === undefined || row < 1 ? undefined : { row, column: cursor.column },
  };
}
