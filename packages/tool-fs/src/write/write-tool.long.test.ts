import './write-tool.test.js';
