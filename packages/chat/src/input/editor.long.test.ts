import './editor.test.js';
