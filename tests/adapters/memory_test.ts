import { MemoryAdapter } from "../../adapters/memory.ts";
import { testVariants } from "./_variants.ts";

testVariants({
  "MemoryAdapter": () => ({ adapter: MemoryAdapter() }),

  "MemoryAdapter with the contract's methods only": () => {
    const {
      createUserWithAccount: _createUserWithAccount,
      extendSession: _extendSession,
      listAccounts: _listAccounts,
      listSessions: _listSessions,
      deleteSessions: _deleteSessions,
      getVerificationToken: _getVerificationToken,
      deleteVerificationTokens: _deleteVerificationTokens,
      renameAuthenticator: _renameAuthenticator,
      deleteAuthenticator: _deleteAuthenticator,
      records: _records,
      ...adapter
    } = MemoryAdapter();
    return { adapter };
  },

  "MemoryAdapter behind a network, with the contract's methods only": () => {
    const {
      createUserWithAccount: _createUserWithAccount,
      extendSession: _extendSession,
      records: _records,
      ...methods
    } = MemoryAdapter();
    const adapter = Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, async (...args: never[]) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        const result = await (method as (...args: never[]) => unknown)(...args);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
        return result;
      }]),
    );
    return { adapter };
  },
});
