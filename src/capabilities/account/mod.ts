/**
 * The page on which users see and change everything that is stored about them.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { CapabilityCode, WithCode } from "../../config/capability.ts";
import { lazy } from "../../base/lazy.ts";
import { actionUrl } from "../../http/url.ts";
import { capability } from "../../symbols.ts";
import type { AccountOptions, DeletionOptions } from "../../types/account.ts";
import type { Capability } from "../../types/capability.ts";
import type { ResolvedAccount } from "../../types/account_settings.ts";
import type { Endpoint } from "../../types/internal.ts";
import { ACCOUNT_NEEDS, checkAccount } from "./check.ts";

export type { AccountOptions, Capability, DeletionOptions };

const facts = lazy(() => import("./facts.ts"));
const signUps = lazy(() => import("../address/sign_up.ts"));
const deletions = lazy(() => import("./deletion_parts.ts"));

const ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "account",
    refusal: "account.refused",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./action.ts")).account,
  },
  {
    kind: "ambient",
    path: "address",
    redirects: true,
    refusal: "address.refused",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("../address/action.ts")).address,
  },
];

/**
 * Tells password managers on which page users add and manage passkeys.
 *
 * @see {@link https://w3c.github.io/webappsec-passkey-endpoints/ Passkey Endpoints}
 */
const PASSKEY_ENDPOINTS: Endpoint = {
  kind: "explicit",
  answer: answerProgram,
  path: "/.well-known/passkey-endpoints",
  methods: ["GET"],
  async load() {
    const { JSON_HEADERS } = await import("../../response/respond.ts");
    return {
      GET(request, config) {
        const url = actionUrl({ request, config }, "account");
        return { headers: JSON_HEADERS, body: { enroll: url, manage: url } };
      },
    };
  },
};

/**
 * Gives users the page `{basePath}/account`, on which they see and change what is kept about them,
 * and `{basePath}/address`, on which they change their email address.
 *
 * Needs an adapter, a store of records, `session.revocation` and a way to send emails: users are
 * notified by email of every change of their account.
 *
 * @example
 * ```ts
 * import { AccountPage } from "@x/auth/account";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Nodemailer from "@x/auth/providers/nodemailer";
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   providers: [Nodemailer({ server: "smtp://localhost", from: "App <no-reply@app.example>" })],
 *   account: AccountPage(),
 * };
 * ```
 */
export function AccountPage(options: AccountOptions = {}): Capability<"account"> {
  const code: CapabilityCode<ResolvedAccount> = {
    check: () => checkAccount(options),
    protectsAccounts: true,
    needs: [ACCOUNT_NEEDS],
    endpoints: (providers) =>
      providers.some(({ type }) => type === "webauthn")
        ? [...ENDPOINTS, PASSKEY_ENDPOINTS]
        : ENDPOINTS,
    resolve: () => ({
      place: options.place,
      ...options.deletion ? { deletion: { graceDays: options.deletion.graceDays } } : {},
    }),
    on: {
      "address.unproven": async (asked) => await (await signUps()).keepUnproven(asked),
      "session.begun": async (moment) => {
        if (moment.isNewUser) await (await signUps()).sendFirstCode(moment);
      },
      "account.proven": async (moment) => await (await facts()).storeAccountLabel(moment),
      "account.unlinked": async (moment) => await (await facts()).removeAccountLabel(moment),
      "passkey.added": async (moment) => await (await facts()).notePasskey(moment),
      "passkey.used": async (moment) => await (await facts()).notePasskeyUse(moment),
      ...options.deletion
        ? { "user.deleted": async (moment) => await (await deletions()).forgetDeletion(moment) }
        : {},
    },
    parts: { account: facts, ...options.deletion ? { deletions } : {} },
  };
  const account: Capability<"account"> & WithCode<typeof code> = {
    id: "account",
    [capability]: code,
  };
  return account;
}
