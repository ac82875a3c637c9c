import { describeOnTop } from './circles-rows.test-kit.js';

describeOnTop('tool-git', 'tool-schedule', 'tool-session', 'tool-tasks');
