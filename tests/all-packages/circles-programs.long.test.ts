import { describeOnTop } from './circles-rows.test-kit.js';

describeOnTop('shell-rules', 'tool-agents', 'tool-script', 'tool-shell');
