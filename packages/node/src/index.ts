/** The public names, listed by hand. */

export { beginningOf } from './beginning-of.js';
export { editorOf, editText } from './edit-text.js';
export { firstBytes } from './first-bytes.js';
export { gitHead } from './git-head.js';
export { globTest } from './glob-test.js';
export type { HeldFolder, HoldOptions, Moved } from './held-folder.js';
export { holdFolder } from './held-folder.js';
export { packageFolder } from './package-folder.js';
export { hasCode, isMissing, isWithin, realOrWritten, realPath, unlessCode } from './paths.js';
export { makePluginData } from './plugin-data.js';
export type { ProcessMark } from './process-mark.js';
export { hasEnded, ownMark } from './process-mark.js';
export type { Patience, ProcessTree } from './process-tree.js';
export { endTree, killTree, killTreeNow, taggedProcesses } from './process-tree.js';
export { removeLeft } from './remove-left.js';
export { requestBody } from './request-body.js';
export { isExecutable, isProgram, ripgrepOnPath, ripgrepPath } from './ripgrep-path.js';
export type { ChildExit, ChildRequest } from './run-child.js';
export { runChild } from './run-child.js';
export { isSameSecret } from './same-secret.js';
export { type Exchange, openPort, tokenServer } from './server.js';
export { keepTemporaryFolder, temporaryFolder } from './temporary-folder.js';
export { after, LONGEST_TIMER_MS, settlesWithin, systemClock, untilAborted } from './timer.js';
export { versionOf } from './version-of.js';
export { Waiters } from './waiters.js';
export { createWhole, replaceWhole } from './whole-file.js';
