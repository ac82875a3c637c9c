import './resize.test.js';
