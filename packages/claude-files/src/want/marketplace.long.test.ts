import './marketplace.test.js';
