/** The part that `on-call.ts` loads at the first call. */
export { entryOf, isKeepable } from '../cache/entry-of.js';
export { addPlugin, removePlugin } from '../edit/edit-plugins.js';
export { updateExpectedCalls, yamlText } from '../edit/edit-tests.js';
export { importConfig } from '../import/import-config.js';
export { judgeConfig } from '../load/judge-config.js';
export { loadConfig } from '../load/load-config.js';
export { withApprovedTools } from '../lock/approved-tools.js';
export { codeHash } from '../lock/code-hash.js';
export { differsFromLock, makeLock } from '../lock/make-lock.js';
export { verifyLoaded } from '../lock/verify-lock.js';
export { configSchema } from '../schema/json-schema.js';
export { findTestFiles } from '../tests/find-test-files.js';
export { judgeTests } from '../tests/judge-tests.js';
export { loadTests } from '../tests/load-tests.js';
export { recordTrust, revokeTrust } from '../trust/trust-record.js';
