/** The part that `functions.ts` loads at the first call. */
export { entryOf, isKeepable } from '../cache/entry-of.js';
export { conditionProblem } from '../check/check-hooks.js';
export { serverProblem } from '../check/check-mcp-servers.js';
export { optionIssues } from '../check/check-options.js';
export { implicitProviders } from '../compile/providers.js';
export { parseRule, ruleProblem } from '../compile/rule.js';
export { flatten, placeOf } from '../document/flatten.js';
export { CONFIG_FOLDER, CONFIG_NAMES } from '../document/folder-of.js';
export { frame } from '../document/frame.js';
export { fromValue, isForbiddenKey } from '../document/from-value.js';
export {
  at,
  child,
  describe,
  dotted,
  emptyMap,
  isFileless,
  isList,
  isMap,
  isNull,
  isText,
  mapOf,
  startOf,
  withEntry,
} from '../document/node.js';
export { Report } from '../document/report.js';
export { INSTRUCTION_FILES } from '../foreign/claude-options.js';
export { isShell } from '../foreign/open-shells.js';
export { parseTemplate } from '../interpolate/template.js';
export { changePersonal } from '../load/change-personal.js';
export { existing } from '../load/find-config.js';
export { invalid } from '../load/invalid.js';
export { loadConfig, loadFrom } from '../load/load-config.js';
export { judgeConfig, judgeFiles } from '../load/read-judged.js';
export { isLocal } from '../packages/find-package.js';
export { firstPartyPlugin } from '../packages/first-party.js';
export { ownVersion } from '../packages/own-folder.js';
export { installedAt, isOwnPackage } from '../packages/own-packages.js';
export { parseMarkdown } from '../read/parse-markdown.js';
export { parseYaml } from '../read/parse-yaml.js';
export { isFile, isFolder } from '../read/path-kind.js';
export { sha256 } from '../read/path-state.js';
export { isModule, readDocument } from '../read/read-document.js';
export { readText } from '../read/read-text.js';
export { kindsOf } from '../schema/compat-kinds.js';
export { configSchema } from '../schema/json-schema.js';
export { isHost } from '../schema/sandbox.js';
export { isSecretName, keysIn } from '../text/literal-key.js';
export { codeFiles, folderFiles } from '../trust/code-files.js';
export { canonical } from '../trust/fingerprint.js';
export { portable } from '../trust/foreign-plugin.js';
export { documentGate } from '../trust/gates.js';
export { importedFiles, withImported } from '../trust/imported-files.js';
export { isInside } from '../trust/named-files.js';
export { writePrivate } from '../trust/private-file.js';
export { projectRoot } from '../trust/project-root.js';
export { recordTrust, revokeTrust, verdictOf } from '../trust/trust-record.js';
export { WatchedPaths } from '../trust/watched-paths.js';
export { validate } from '../validate/validate.js';
