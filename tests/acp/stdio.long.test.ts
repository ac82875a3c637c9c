import './stdio.test.js';
