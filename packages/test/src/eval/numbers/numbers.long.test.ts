import './numbers.test.js';
