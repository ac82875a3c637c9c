import { isMap, isSeq, parseDocument, stringify } from 'yaml';
import { errors } from '../errors.js';

const HEAD = '# Your own settings for this project, on top of the configuration beside it. This file is not for git.\n';

/** Returns the text of a configuration with one more allow rule. Comments stay. Throws CONFIG_NOT_EDITED. */
export function addRule(text: string, rule: string): string {
  if (text.trim() === '') return HEAD + stringify({ permissions: { allow: [rule] } }, { lineWidth: 0 });
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw errors.CONFIG_NOT_EDITED({ problem: problem.message.split('\n', 1)[0] ?? '' });
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw errors.CONFIG_NOT_EDITED({ problem: 'its top level is not a map' });
  const permissions = document.get('permissions', true);
  if (permissions !== undefined && !isMap(permissions)) throw errors.CONFIG_NOT_EDITED({ problem: 'permissions is not a map' });
  const allow = permissions?.get('allow', true);
  if (allow === undefined) document.setIn(['permissions', 'allow'], document.createNode([rule]));
  else if (!isSeq(allow)) throw errors.CONFIG_NOT_EDITED({ problem: 'permissions.allow is not a list' });
  else if (!(allow.toJSON() as unknown[]).includes(rule)) allow.add(document.createNode(rule));
  return document.toString({ lineWidth: 0 });
}
