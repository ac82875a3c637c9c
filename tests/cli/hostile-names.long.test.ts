import './hostile-names.test.js';
