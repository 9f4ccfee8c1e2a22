/**
 * The page of native clients in every state that looks different.
 *
 * @module
 */

import { nativePart } from "./mod.ts";
import type { NativeProps } from "./step.ts";
import { EMAIL, shown } from "../../src/tools/gallery/sample.ts";

const ASK: NativeProps = {
  step: "ask",
  formAction: "/auth/native/authorize",
  csrfToken: "token-1",
  fields: {},
  client: "Analytical Engine Console",
  target: "127.0.0.1:49152",
  isLocal: true,
  targetSource: "http://127.0.0.1:*",
  account: EMAIL,
  signOutAction: "/auth/signout",
};

/** The question, for an app with and without a name. */
export const native = shown<NativeProps>(nativePart, {
  native: ASK,
  "native-unnamed": {
    ...ASK,
    client: null,
    target: "com.analytical-engine.app",
    isLocal: false,
    targetSource: "com.analytical-engine.app:",
  },
});
