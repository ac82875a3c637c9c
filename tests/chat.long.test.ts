import './chat.test.js';
