import './limits.test.js';
