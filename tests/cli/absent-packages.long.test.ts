import './absent-packages.test.js';
