import './bundles.test.js';
