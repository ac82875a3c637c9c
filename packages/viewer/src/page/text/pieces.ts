/** A stretch of text: plain, coloured by the terminal's codes, a hidden character, or an address. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly style: string }
  | { readonly kind: 'hidden'; readonly code: string }
  | { readonly kind: 'link'; readonly href: string };

/**
 * A code of a terminal, a character that changes or hides what a reader sees (controls, bidirectional marks, zero widths, tags),
 * or an http address. Every alternative begins with other characters, so the search is linear.
 */
const SPECIAL =
  /(?:\u001b\[|\u009b)([0-9;:?]{0,40})([@-~])|\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|(\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])|(https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#@!$&*+,;=%-]{0,2000})/gu;

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Divides a text into pieces. Codes of a terminal colour the text behind them or are left out. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let style = '';
  let from = 0;
  const plain = (to: number) => {
    if (to > from) pieces.push({ kind: 'text', text: text.slice(from, to), style });
  };
  for (const match of text.matchAll(SPECIAL)) {
    const [whole, parameters, final, hidden, address] = match;
    plain(match.index);
    from = match.index + whole.length;
    if (final === 'm') style = styleAfter(style, parameters ?? '');
    else if (hidden !== undefined && hidden !== '\r') pieces.push({ kind: 'hidden', code: codeOf(hidden) });
    else if (address !== undefined) {
      const href = address.replace(/[.,;:!?]+$/, '');
      from = match.index + href.length;
      pieces.push({ kind: 'link', href });
    }
  }
  plain(text.length);
  return pieces;
}

const codeOf = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The classes after one colour code: `bold` and one colour of eight. */
function styleAfter(style: string, parameters: string): string {
  let classes = new Set(style.split(' ').filter(Boolean));
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    // A colour of 256 or of 24 bits has its own parameters, which are not codes.
    if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4;
    else if (code === 0) classes = new Set();
    else if (code === 1) classes.add('bold');
    else if (code === 22) classes.delete('bold');
    else if (isForeground(code)) classes = new Set([...withoutColour(classes), `ansi-${COLOURS[code % 10]}`]);
    else if (code === 39) classes = new Set(withoutColour(classes));
  }
  return [...classes].join(' ');
}

const isForeground = (code: number): boolean => (code >= 30 && code <= 37) || (code >= 90 && code <= 97);

const withoutColour = (classes: ReadonlySet<string>): string[] => [...classes].filter((one) => !one.startsWith('ansi-'));
