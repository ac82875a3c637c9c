import './damaged.test.js';
