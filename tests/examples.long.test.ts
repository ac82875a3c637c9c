import './examples.test.js';
