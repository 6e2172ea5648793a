import type { DatabaseSync } from 'node:sqlite';

/** Everything in `work` is written, or nothing. Inside another one it is part of that. */
export type Transaction = <T>(work: () => T) => T;

export function transactionsOf(database: DatabaseSync): Transaction {
  const [begin, commit] = [database.prepare('BEGIN IMMEDIATE'), database.prepare('COMMIT')];
  return (work) => {
    if (database.isTransaction) return work();
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}
