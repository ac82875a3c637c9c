import './turns.test.js';
