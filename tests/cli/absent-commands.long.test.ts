import { commandsSayWhatToInstall } from './absent-packages.test-kit.js';

/** Each starts a command of its own. Three more stand in absent-packages.test.ts. */
commandsSayWhatToInstall([
  ['import', ['import', 'x.yaml'], 'loadout import'],
  ['serve', ['serve', 'http', '--no-auth'], 'loadout serve http'],
  ['acp', ['acp'], 'loadout acp'],
  ['rules', ['rules'], 'loadout rules'],
  ['rules', ['rules', 'try', '--ref', 'main'], 'loadout rules try'],
  ['viewer', ['sessions', 'export', 'latest'], 'loadout sessions export'],
  ['test', ['test'], 'loadout test'],
  ['test', ['dev'], 'loadout dev'],
  ['test', ['hooks', 'test', 'Stop'], 'loadout hooks test'],
  ['testing', ['plugin', 'doctor'], 'loadout plugin doctor'],
  ['mcp', ['mcp', 'add', 'docs', 'https://docs.example/mcp'], 'loadout mcp add'],
  ['viewer', ['replay', 'latest'], 'loadout replay'],
  ['viewer', ['diff'], 'loadout diff'],
  ['checkpoints', ['rewind'], 'loadout rewind'],
  ['serve', ['schedule', 'list'], 'loadout schedule list'],
  ['engine-restate', ['submit', 'Go.'], 'loadout submit'],
  ['engine-restate', ['resume', 'latest', 'Go.', '--engine'], 'loadout resume --engine'],
  ['claude-files', ['skill', 'check'], 'loadout skill check'],
  ['explain', ['doctor'], 'loadout doctor'],
  ['explain', ['list', 'agents'], 'loadout list'],
  ['explain', ['models'], 'loadout models'],
  ['explain', ['context'], 'loadout context'],
]);
