import './scores.test.js';
