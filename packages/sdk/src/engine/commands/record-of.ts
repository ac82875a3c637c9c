import type { LocalAnswer } from '../../frames/local-frames.js';

/** The text about a command that the model reads with the next prompt. */
export const recordOf = ({ name, args, text }: LocalAnswer): string =>
  [
    '<local-command-caveat>The user ran this command, and its output went straight to the user. It asks nothing of you.</local-command-caveat>',
    `<command-name>/${name}</command-name>`,
    `<command-args>${args}</command-args>`,
    `<local-command-stdout>${text}</local-command-stdout>`,
  ].join('\n');
