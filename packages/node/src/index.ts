/** The public names, listed by hand. */

export { beginningOf } from './beginning-of.js';
export { canonicalJson } from './canonical-json.js';
export type { ChildExit, ChildRequest } from './child/run-child.js';
export { runChild } from './child/run-child.js';
export { safeGit } from './child/safe-git.js';
export { defined } from './defined.js';
export { editorOf, editText } from './edit-text.js';
export { firstBytes } from './first-bytes.js';
export { gitHead } from './git-head.js';
export { globTest } from './glob-test.js';
export type { HeldFolder, HoldOptions, Moved } from './held-folder.js';
export { holdFolder } from './held-folder.js';
export { jsonIn } from './json-in.js';
export { packageFolder } from './package-folder.js';
export { bearerOf, PageKeys } from './page-keys.js';
export { hasCode, isMissing, isWithin, makeFolder, realOrWritten, realPath, unlessCode } from './paths.js';
export { makePluginData } from './plugin-data.js';
export type { ProcessMark } from './process-mark.js';
export { hasEnded, ownMark } from './process-mark.js';
export type { Patience, ProcessTree } from './process-tree.js';
export { endTree, killTree, killTreeNow, taggedProcesses } from './process-tree.js';
export { regularFile } from './regular-file.js';
export { removeLeft } from './remove-left.js';
export { requestBody } from './request-body.js';
export { isExecutable, isProgram, ripgrepOnPath, ripgrepPath } from './ripgrep-path.js';
export { isSameSecret } from './same-secret.js';
export { closeServer, type Exchange, OWN_SITE_HEADERS, openPort, tokenServer } from './server.js';
export { cacheHome, homeOf, ledgerDir, settingsDir, stateDir, trustFile } from './state-folder.js';
export { keepTemporaryFolder, temporaryFolder } from './temporary-folder.js';
export {
  after,
  LONGEST_TIMER_MS,
  type ReleasableSignal,
  releasableSignal,
  settlesWithin,
  systemClock,
  timeLimit,
  underSignals,
  untilAborted,
} from './timer.js';
export { versionOf } from './version-of.js';
export { Waiters } from './waiters.js';
export { whileAlone } from './while-alone.js';
export { createWhole, replaceWhole } from './whole-file.js';
