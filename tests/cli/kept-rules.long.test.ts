import './kept-rules.test.js';
