import './edge-cases.test.js';
