/**
 * An adapter of Auth.js, unmodified, on a key-value store.
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
    "updateUser merges members, and changes the email address":
      "it keeps the index of the old address",
    "an email address belongs to one user": NO_TRANSACTIONS,
    "an account is found by provider and id together, and belongs to one user": NO_TRANSACTIONS,
    "an account id with a lone surrogate or a NUL finds no other account":
      "its keys are not checked; `Auth` refuses such ids before it calls the adapter",
    "strings are returned unchanged, and different strings stay different":
      "its keys have a separator",
    "a passkey is stored, listed by user, counted, and unique": NO_TRANSACTIONS,
    "ten thousand rows are handled correctly": "its deleteUser fails for a user without an account",
    "fifty users with one address: one is created": NO_TRANSACTIONS,
    "fifty users link one account: one succeeds": NO_TRANSACTIONS,
    "fifty uses of one token: one succeeds": NO_TRANSACTIONS,
    "fifty changes of one user: none is lost": NO_TRANSACTIONS,
    "a session extended while it is deleted stays deleted": NO_TRANSACTIONS,
    "fifty first sign-ins in parallel create one user with one account (jwt)": NO_TRANSACTIONS,
    "fifty first sign-ins in parallel create one user with one account (database)": NO_TRANSACTIONS,
    "fifty credentials sign-ins in parallel create one user": NO_TRANSACTIONS,
  },
});
