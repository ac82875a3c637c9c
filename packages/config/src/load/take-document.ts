import { readRule, textOf } from '../compile/rule.js';
import { type Flat, placeOf } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import type { ConfigDocument, PermissionsDocument } from '../schema/config-schema.js';
import type { Checked } from './check-document.js';

interface Context {
  readonly flat: Flat;
  readonly report: Report;
}

/**
 * Returns a document that a program made, without validating it. The schema would take longer to load than everything else, and
 * the documents below were checked as they were read. Rules are checked, because a rule that cannot be parsed is left out of the
 * plan and must be reported.
 */
export async function takeDocument(flat: Flat, { report }: { readonly report: Report }): Promise<Checked> {
  const document = flat.data as unknown as ConfigDocument;
  sayUnreadable(document.permissions, ['permissions'], { flat, report });
  for (const [name, agent] of Object.entries(document.agents ?? {}))
    sayUnreadable(agent.permissions, ['agents', name, 'permissions'], { flat, report });
  return { document, texts: new Map(), toolNames: (name) => name };
}

type Lists = Partial<Pick<PermissionsDocument, 'deny' | 'ask' | 'allow'>>;

function sayUnreadable(permissions: Lists | undefined, base: Path, { flat, report }: Context): void {
  for (const behavior of ['deny', 'ask', 'allow'] as const)
    for (const [index, entry] of (permissions?.[behavior] ?? []).entries()) {
      const text = textOf(entry);
      const wrong = readRule(text, behavior, flat).problem;
      const path = [...base, behavior, index];
      if (wrong !== undefined) report.error(errors.CONFIG_RULE_INVALID({ text, ...wrong }), { path, place: placeOf(flat, path) });
    }
}
