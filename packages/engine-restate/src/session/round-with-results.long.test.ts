import './round-with-results.test.js';
