/** What a thrown thing says. */
export const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown));
