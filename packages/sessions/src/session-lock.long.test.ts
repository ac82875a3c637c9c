import './session-lock.test.js';
