/** The codes that the screen writes. Whatever clears more than the live region, scrolls a region or leaves the main screen is not here. */
export const FRAME_BEGINS = '\x1b[?2026h\x1b[?25l';
export const FRAME_ENDS = '\x1b[?2026l';
export const CURSOR_SHOWN = '\x1b[?25h';
export const TO_LINE_END = '\x1b[K';
export const TO_SCREEN_END = '\x1b[J';

export const up = (rows: number): string => (rows === 0 ? '' : rows === 1 ? '\x1b[A' : `\x1b[${rows}A`);
/** A line feed, since it scrolls at the last row: a move would stop there, and two rows would become one. */
export const down = (rows: number): string => '\n'.repeat(rows);
export const toColumn = (column: number): string => (column === 0 ? '\r' : `\x1b[${column + 1}G`);

/** Around a row that the terminal may take for wider than it is. */
export const WRAP_OFF = '\x1b[?7l';
export const WRAP_ON = '\x1b[?7h';

/** While the program is on the screen, a paste is marked as one, and the terminal tells when its window gains or loses the focus. */
export const MODES_ON = '\x1b[?2004h\x1b[?1004h';
export const MODES_OFF = '\x1b[?2004l\x1b[?1004l';
