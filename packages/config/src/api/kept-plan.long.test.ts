import './kept-plan.test.js';
