import './passing-failures.test.js';
