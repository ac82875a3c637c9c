import './wrap.test.js';
