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
  'hooks test': () => import('./hooks.js'),
  add: () => import('./add.js'),
  remove: () => import('./remove.js'),
  trust: () => import('./trust.js'),
  lock: () => import('./lock.js'),
  'lock verify': () => import('./lock-verify.js'),
} as const;
