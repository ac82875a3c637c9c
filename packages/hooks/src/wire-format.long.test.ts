import './wire-format.test.js';
