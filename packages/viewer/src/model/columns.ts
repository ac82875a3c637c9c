/**
 * Values of one kind, stored field by field: equal fields of many nodes lie side by side, and gzip makes far less of them. `pack-column.ts`
 * of the export writes columns, `unpack-column.ts` of the page reads them.
 */
export type Column = PlainColumn | StepColumn | NumberedColumn | ObjectColumn | ListColumn;

/** The values as they are. */
export type PlainColumn = readonly ['plain', readonly unknown[]];

/** Integers, each as the difference to the one before. */
export type StepColumn = readonly ['steps', readonly number[]];

/** Strings with one prefix, such as `c1`, `c2`: the prefix and the numbers. */
export type NumberedColumn = readonly ['numbered', string, Column];

/** Objects: the sets of fields that occur, the number of its set for each object, and a column for each field. */
export type ObjectColumn = readonly ['objects', readonly (readonly string[])[], Column, Readonly<Record<string, Column>>];

/** Lists: their lengths, and all their items. */
export type ListColumn = readonly ['lists', Column, Column];
