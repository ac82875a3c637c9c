import './keep-rule.test.js';
