import './glob-test.test.js';
