/**
 * Endpoints of native clients. Their code is loaded at the first request.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { Endpoint } from "../../types/internal.ts";

/** The endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "native/authorize",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./authorize.ts")).authorizePage,
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: "native/call",
    methods: ["POST"],
    cors: "any-origin",
    // The action that it calls is counted.
    load: async () => ({ POST: (await import("./call.ts")).callHandler }),
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: "native/token",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./token.ts")).tokenHandler }),
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: "native/nonce",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./nonce.ts")).nonceHandler }),
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: "native/id-token",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./id_token.ts")).idTokenHandler }),
  },
  {
    kind: "explicit",
    answer: answerProgram,
    path: "native/revoke",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./revoke.ts")).revokeHandler }),
  },
];
