import './file-store.test.js';
