import './write-kinds.test.js';
