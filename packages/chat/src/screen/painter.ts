import { cut } from '../text/cut.js';
import type { Line, Style } from '../text/line.js';
import { shown } from '../text/shown.js';

/** The abilities of the terminal. */
export interface Look {
  readonly colours: boolean;
  readonly links: boolean;
}

/** A part of a painted line: safe text, and the codes it is shown with. */
export interface Part {
  readonly text: string;
  /** The parameters of SGR, such as `1;31`. */
  readonly codes: string;
  readonly link: string;
}

const COLOURS = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;
const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, italic: 3, underline: 4, inverse: 7, strike: 9, ...COLOURS };

/** Reads the abilities of the terminal from the environment: `NO_COLOR`, `FORCE_COLOR`, and programs that are known to have links. */
export function lookOf(env: Readonly<Record<string, string | undefined>>): Look {
  const { NO_COLOR: none = '', FORCE_COLOR: forced, TERM, TERM_PROGRAM: program, TERM_PROGRAM_VERSION: version = '' } = env;
  const colours = forced === undefined ? none === '' && TERM !== 'dumb' : forced !== '0' && forced !== 'false';
  const links = program === 'tmux' ? Number.parseFloat(version) >= 3.4 : program !== undefined || env.VTE_VERSION !== undefined;
  return { colours, links };
}

/** The parts of a line, cut where it does not fit. The one place that makes text safe for the terminal. */
export function partsOf(line: Line, columns: number, look: Look): readonly Part[] {
  const parts: Part[] = [];
  for (const span of cut(line, columns)) {
    const text = shown(span.text);
    const codes = (span.styles ?? [])
      .filter((style) => look.colours || !(style in COLOURS))
      .map((style) => CODES[style])
      .join(';');
    const link = look.links && span.link !== undefined ? safeLink(span.link) : '';
    const last = parts.at(-1);
    if (last?.codes === codes && last.link === link) parts[parts.length - 1] = { ...last, text: last.text + text };
    else if (text !== '') parts.push({ text, codes, link });
  }
  return parts;
}

export const painted = (parts: readonly Part[]): string => parts.map(paintedPart).join('');

function paintedPart({ text, codes, link }: Part): string {
  const styled = codes === '' ? text : `\x1b[${codes}m${text}\x1b[m`;
  return link === '' ? styled : `\x1b]8;;${link}\x1b\\${styled}\x1b]8;;\x1b\\`;
}

const LONGEST_LINK = 2_000;

/** A link that a terminal may open. Every other one is left out. */
function safeLink(link: string): string {
  if (link.length > LONGEST_LINK || !/^(?:https?|mailto|file):/i.test(link)) return '';
  return /^[!-~]*$/.test(link) ? link : '';
}
