import './hostile-servers.test.js';
