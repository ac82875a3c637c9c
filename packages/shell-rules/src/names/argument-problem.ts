import { isObeyedName } from '../analyse/assignments.js';
import { baseOf } from '../analyse/known-programs.js';
import { runsAsCode } from './code-argument.js';
import { ASSIGNS, isProgramPlace, type Words } from './program-place.js';

export interface WordProblem {
  readonly why: string;
  /** The repair, if it is another than to give the value as an argument. */
  readonly instead?: string;
}

/** Programs whose code is a query. */
const SQL = /^(?:psql|mysql|mariadb|sqlite3?)$/;
const BIND = 'Use script: with a driver that binds values';
const BIND_PSQL = `${BIND}, or psql -v name=VALUE -f query.sql, in which :'name' is the quoted value.`;

/** The reason for which a word is more than an argument of the words in front of it. `lead`: the known beginning of the word. */
export function argumentProblem(words: Words, at: number, lead: string): WordProblem | undefined {
  const code = runsAsCode(words, at, lead);
  if (code !== undefined && SQL.test(code))
    return { why: `which ${code} runs as SQL`, instead: code === 'psql' ? BIND_PSQL : `${BIND}.` };
  if (code !== undefined) return { why: `which ${code} runs as code` };
  const name = /^([A-Za-z_]\w*)=/.exec(lead)?.[1] ?? '';
  const isAssigned = name !== '' && words.slice(0, at).some((word) => ASSIGNS.test(baseOf(word ?? '')));
  if (isAssigned && isObeyedName(name)) return { why: `which puts a value into ${name}, a variable that programs obey` };
  if (lead.startsWith('-') || isAssigned || !isProgramPlace(words, at)) return undefined;
  return { why: `which ${baseOf(words[0] ?? '')} may take for a program to run` };
}
