import './commands.test.js';
