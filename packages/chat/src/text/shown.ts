import { printable } from '@loadout/command';

const ASCII = /^[ -~]*$/;

/**
 * Text as the terminal gets it: safe, on one line. Widths are those of this text, so everything that measures or cuts a text begins
 * with it. Text that is shown already stays as it is.
 */
export const shown = (text: string): string =>
  ASCII.test(text) ? text : printable(text).replaceAll('\t', '    ').replaceAll('\n', ' ');

/** Text of several lines as the terminal gets it. */
export const shownLines = (text: string): readonly string[] => printable(text).replaceAll('\t', '    ').split('\n');
