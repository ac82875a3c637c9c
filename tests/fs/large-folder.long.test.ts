import './large-folder.test.js';
