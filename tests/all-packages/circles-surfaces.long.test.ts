import { describeOnTop } from './circles-rows.test-kit.js';

describeOnTop(
  'a2a',
  'acp',
  'adapters',
  'ag-ui',
  'chat',
  'checkpoints',
  'claude-files',
  'import',
  'rules',
  'sdk',
  'serve',
  'test',
  'testing',
  'viewer',
);
