import './eval-command.test.js';
