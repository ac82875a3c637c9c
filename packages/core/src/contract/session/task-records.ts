/** The tasks that an agent wrote down, as far as other tools may change them. Offered by the task tools. Source: CON-22. */
export interface TaskRecords {
  /** Changes a task. Contract: throws, with a sentence for the model, if the task does not exist or has ended. */
  update(id: string, change: { readonly status: 'cancelled' }): { readonly id: string; readonly subject: string };
}
