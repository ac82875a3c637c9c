import './presets.test.js';
