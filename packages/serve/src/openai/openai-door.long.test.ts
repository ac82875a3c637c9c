import './openai-door.test.js';
