import './enter-worktree-tool.test.js';
