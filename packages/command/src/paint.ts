const CODES = { dim: [2, 22], bold: [1, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof CODES;
export type Paint = (style: Style, text: string) => string;

export const painted: Paint = (style, text) => `\x1b[${CODES[style][0]}m${text}\x1b[${CODES[style][1]}m`;
export const plain: Paint = (_, text) => text;

/** The paint for the output of a command: colours only where a terminal shows them, and nobody asked for none. */
export const paintFor = ({ isTerminal, env }: PaintedOutput): Paint =>
  isTerminal && env.TERM !== 'dumb' && !env.NO_COLOR ? painted : plain;

interface PaintedOutput {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}
