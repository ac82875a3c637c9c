import './before-trust.test.js';
