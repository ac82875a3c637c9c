/** What the command shares with the packages that bring further commands: texts for a terminal, and what a person types. Listed by hand. */
export { callLabel } from './call-label.js';
export { changeLines } from './change-lines.js';
export { changesText } from './changes-text.js';
export { textWidth } from './character-width.js';
export { isCi } from './is-ci.js';
export { type DiffLine, lineDiff } from './line-diff.js';
export { cost, count, duration, plural, size } from './numbers.js';
export { type Paint, painted, plain, type Style } from './paint.js';
export { oneLine, printable, printableJson } from './printable.js';
export { type Problem, problemOf } from './problem-of.js';
export { type ReadCall, readCall } from './read-call.js';
export { sideBySide } from './side-by-side.js';
export { table } from './table.js';
export { usageErrors } from './usage-errors.js';
export { visible, visibleValue } from './visible.js';
export { workingFolder } from './working-folder.js';
export { writeFile } from './write-file.js';
