/**
 * The unmodified unstorage adapter of Auth.js, on a key-value store.
 *
 * @module
 */

import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { testAdapter } from "@x/auth/testing/adapter";
import { createStorage } from "unstorage";

const NO_TRANSACTIONS = "the store has neither unique keys nor transactions";

testAdapter("@auth/unstorage-adapter", () => {
  const storage = createStorage();
  return {
    adapter: UnstorageAdapter(storage as never),
    close: () => storage.dispose(),
  };
}, {
  skip: {
    "updateUser merges, and moves the address": "it does not delete the index of the old address",
    "an address belongs to one user": NO_TRANSACTIONS,
    "an account is found by provider and id together, and belongs to one user": NO_TRANSACTIONS,
    "an account id with half a character or a NUL in it opens no other account":
      "it does not check its keys; `Auth` rejects such ids before it calls the adapter",
    "texts come back as they were, and different ones stay apart": "its keys have a separator",
    "a passkey is stored, listed by owner, counted, and unique": NO_TRANSACTIONS,
    "ten thousand rows change nothing": "its deleteUser fails for a user without an account",
    "fifty users with one address: one is created": NO_TRANSACTIONS,
    "fifty users take one account: one gets it": NO_TRANSACTIONS,
    "fifty uses of one token: one takes it": NO_TRANSACTIONS,
    "fifty changes of one user: none is lost": NO_TRANSACTIONS,
    "a session extended while it is deleted stays deleted": NO_TRANSACTIONS,
    "fifty first sign-ins at once make one user with one account (jwt)": NO_TRANSACTIONS,
    "fifty first sign-ins at once make one user with one account (database)": NO_TRANSACTIONS,
    "fifty credentials sign-ins at once make one user": NO_TRANSACTIONS,
  },
});
