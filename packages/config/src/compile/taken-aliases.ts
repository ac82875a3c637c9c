import type { ConfigDocument } from '../schema/config-schema.js';

export interface TakenAlias {
  readonly skill: string;
  readonly alias: string;
  readonly index: number;
  /** The skill that owns the name. */
  readonly other: string;
}

/** The aliases that another skill has already, as its name or as an alias of an earlier skill. */
export function takenAliases(skills: NonNullable<ConfigDocument['skills']>): readonly TakenAlias[] {
  const owners = new Map<string, string>();
  for (const [name, skill] of Object.entries(skills)) if (skill !== null) owners.set(name, name);
  return Object.entries(skills).flatMap(([skill, entry]) =>
    (entry?.aliases ?? []).flatMap((alias, index) => {
      const other = owners.get(alias);
      if (other !== undefined) return other === skill ? [] : [{ skill, alias, index, other }];
      owners.set(alias, skill);
      return [];
    }),
  );
}
