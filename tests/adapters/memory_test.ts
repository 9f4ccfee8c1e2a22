import { testAdapter } from "@x/auth/testing/adapter";
import { MemoryAdapter } from "../../adapters/memory.ts";

testAdapter("MemoryAdapter", () => ({ adapter: MemoryAdapter() }));

testAdapter("MemoryAdapter with the contract's methods only", () => {
  const {
    createUserWithAccount: _createUserWithAccount,
    extendSession: _extendSession,
    listAccounts: _listAccounts,
    listSessions: _listSessions,
    deleteSessionsByUserId: _deleteSessionsByUserId,
    ...adapter
  } = MemoryAdapter();
  return { adapter };
});
