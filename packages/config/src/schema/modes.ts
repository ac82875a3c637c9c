/** Apart from the schema, so that who only reads them loads no schema library. */
export const MODES = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const;
