/** The texts for a terminal, and the reading of typed words, that the command shares with the packages of further commands. Listed by hand. */

export { asCalled, fixAsCalled, fixesAsCalled, ownName } from './as-called.js';
export { callFacts } from './call-facts.js';
export { callLabel } from './call-label.js';
export { changeLines, changesText } from './change-lines.js';
export { claudeHome, claudeProjectKey, claudeProjects, dashedPath } from './claude-projects.js';
export {
  type ClaudeEntry,
  claudeEntry,
  claudeMessageId,
  claudePrompts,
  claudeRecords,
  claudeRefusal,
  claudeText,
} from './claude-records.js';
export { dieOfHangUp, END_SIGNALS, exitBySignal, signalExitCode } from './exit-by-signal.js';
export { hookProblems } from './hook-problems.js';
export { isCi } from './is-ci.js';
export { keepFiles } from './keep-files.js';
export { hasKey, keyPatterns } from './key-patterns.js';
export { type DiffLine, lineDiff } from './line-diff.js';
export { localTime } from './local-time.js';
export { cost, count, duration, plural, size } from './numbers.js';
export { outcomeWord } from './outcome-word.js';
export { neededPackage, ownPackage } from './own-package.js';
export { type Paint, painted, paintFor, plain, type Style } from './paint.js';
export { placeText } from './place-text.js';
export { hanging, oneLine, printable, printableJson } from './printable.js';
export { type Problem, problemOf } from './problem-of.js';
export { readCall } from './read-call.js';
export { readParams } from './read-params.js';
export { isDay, readSince } from './read-since.js';
export { type ReloadMark, reloadMarkFile } from './reload-mark.js';
export { type Approvers, isProven, signAnswer } from './signed-answer.js';
export { initLine, promptSummary, shortSummary, summary } from './summary.js';
export { table } from './table.js';
export { readHash, trustSources } from './trust-sources.js';
export { typedWord } from './typed-word.js';
export { usageErrors } from './usage-errors.js';
export { visible, visibleValue } from './visible.js';
export { workingFolder } from './working-folder.js';
export { writeFile } from './write-file.js';
