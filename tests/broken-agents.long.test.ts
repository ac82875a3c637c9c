import './broken-agents.test.js';
