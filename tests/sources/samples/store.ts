/** The database that the samples speak of. */
export const db = {
  getUser: async (id: number) => ({ id, name: 'Ada' }),
  listOrders: async (wanted: { user_id: number; status: string; limit: number }) => [{ ...wanted, order: 1 }],
};
