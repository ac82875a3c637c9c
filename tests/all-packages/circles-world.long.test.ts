import { describeOnTop } from './circles-rows.test-kit.js';

describeOnTop('tool-lsp', 'tool-memory', 'tool-remote-agents', 'tool-search', 'tool-web');
