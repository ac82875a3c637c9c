import './packages-of-keys.test.js';
