import './cases-of.test.js';
