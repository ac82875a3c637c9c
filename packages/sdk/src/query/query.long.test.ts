import './query.test.js';
