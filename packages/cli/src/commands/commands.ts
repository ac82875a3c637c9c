/** Each command is loaded when it is the one that was typed. */
export const commands = {
  run: () => import('./run.js'),
  resume: () => import('./resume.js'),
  check: () => import('./check.js'),
  tools: () => import('./tools.js'),
  explain: () => import('./explain.js'),
  context: () => import('./context.js'),
  sessions: () => import('./sessions.js'),
  schema: () => import('./schema.js'),
  init: () => import('./init.js'),
  'config print': () => import('./config-print.js'),
  trust: () => import('./trust.js'),
} as const;
