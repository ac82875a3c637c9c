import * as z from 'zod';

/** The decision about one key of a project's file, for the time before anybody trusts the project. */
export interface Decision {
  /**
   * `free`: it applies, and no byte of it leaves this machine. `told`: it applies, and the provider of the model may read it.
   * `waits`: it is left out.
   */
  readonly is: 'free' | 'told' | 'waits';
  /** The reason: the most that the key can do, or what it would do. */
  readonly why: string;
  /** The values for which a decision holds, or the name of a gate that looks closer. Absent: all of them. */
  readonly when?: readonly (string | boolean)[] | GateName | undefined;
}

/** Gates that a schema cannot express, by name: `trust/gates.ts` has them. */
export type GateName = 'dataHooks' | 'noCommand' | 'ownPackage' | 'ownProvider';

const decisions = z.registry<Decision>();

function decided<T extends z.ZodType>(schema: T, decision: Decision): T {
  const own = schema.clone();
  decisions.add(own, decision);
  return own;
}

/**
 * Marks a key that applies before trust. A mark is about one key: the keys of a map, the names of a record and its values have marks
 * of their own, and a list shares its mark with its items. A key without any mark waits, and fails the law of the schema.
 */
export const free = <T extends z.ZodType>(why: string, schema: T, when?: Decision['when']): T =>
  decided(schema, { is: 'free', why, when });

/** Marks a key that applies before trust and whose text the provider of the model may read. */
export const told = <T extends z.ZodType>(why: string, schema: T, when?: Decision['when']): T =>
  decided(schema, { is: 'told', why, when });

/** Marks a key that waits for trust as a whole. */
export const waits = <T extends z.ZodType>(why: string, schema: T): T => decided(schema, { is: 'waits', why });

/** Returns the decision about a key by its schema; `undefined` if nobody took one. */
export const decisionOf = (schema: z.core.$ZodType): Decision | undefined =>
  decisions.get(schema) ?? (schema instanceof z.ZodOptional ? decisionOf(schema.unwrap()) : undefined);
