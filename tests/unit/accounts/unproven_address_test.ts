import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig, Provider } from "../../../mod.ts";
import {
  findAddressEvidence,
  hasOnlyUnprovenAccess,
  hasUnprovenAddress,
  takeAddress,
  withOwnAddress,
} from "../../../src/accounts/unproven_address.ts";
import { addToAccountIndex } from "../../../src/records/account_index.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import type { Identity } from "../../../src/types/identity.ts";
import { ACME, createTestContext } from "../_context.ts";

const ADA = { id: "ada", email: "ada@example.com", emailVerified: null };
const PROVER: Provider = { ...ACME, id: "prover", emailVerified: true };

/** Ada's user with some sign-in methods, and the results of the rules. */
async function judge(
  {
    ways,
    providers = [ACME, PROVER, Passkey],
    lacks = [],
    noted = [],
    cookie,
    verified = false,
  }: {
    ways: readonly string[];
    /** Providers whose accounts are in records. */
    noted?: readonly string[];
    providers?: Provider[];
    lacks?: readonly string[];
    cookie?: string;
    verified?: boolean;
  },
) {
  const memory = MemoryAdapter();
  const user = { ...ADA, emailVerified: verified ? new Date() : null };
  await memory.createUser(user);
  for (const provider of ways) {
    const account = { providerAccountId: provider, userId: "ada" };
    const type = provider === "passkey" ? "webauthn" : "oauth";
    await memory.linkAccount({ ...account, provider, type });
    if (provider !== "passkey") continue;
    await memory.createAuthenticator({
      ...account,
      credentialID: "AQI=",
      credentialPublicKey: "AQI=",
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: "singleDevice",
    });
  }
  const expires = new Date(Date.now() + 60_000);
  await memory.createSession({ sessionToken: "token", userId: "ada", expires });
  const adapter = Object.fromEntries(
    Object.entries(memory).filter(([name]) => !lacks.includes(name)),
  ) as AuthConfig["adapter"];
  const config = { adapter, providers, experimental: { enableWebAuthn: true } };
  const { ctx } = await createTestContext({ path: "session", cookie, config });
  const store = ctx.config.store!;
  for (const provider of noted) {
    const account = { provider, providerAccountId: provider, type: "oauth" as const };
    await addToAccountIndex(ctx.config, account, "ada");
  }
  return [
    await findAddressEvidence(ctx, store, user),
    await hasOnlyUnprovenAccess(ctx, store, user),
  ];
}

const WITHOUT_LIST = { lacks: ["listAccounts"] };
const cases: [string, Parameters<typeof judge>[0], string, boolean][] = [
  ["nothing", { ways: [] }, "proven", false],
  ["an account that verifies", { ways: ["prover"] }, "proven", false],
  ["an account that does not", { ways: ["acme"] }, "unproven", true],
  ["both", { ways: ["prover", "acme"] }, "unproven", false],
  ["an account of a removed provider", { ways: ["gone"] }, "unproven", true],
  ["a passkey", { ways: ["passkey"] }, "unproven", true],
  [
    "a passkey, without a passkey provider",
    {
      ways: ["prover"],
      providers: [PROVER],
    },
    "proven",
    false,
  ],
  ["a passkey and an account that verifies", { ways: ["prover", "passkey"] }, "proven", false],
  ["a mail", { ways: ["acme", "passkey"], verified: true }, "proven", false],
  ["any account, unlisted", { ways: ["prover"], ...WITHOUT_LIST }, "unknown", false],
  [
    "a passkey and a noted account that verifies, unlisted, when all providers verify",
    {
      ways: ["prover", "passkey"],
      providers: [PROVER, Passkey],
      noted: ["prover"],
      ...WITHOUT_LIST,
    },
    "proven",
    false,
  ],
  [
    "a passkey, and an account that is not noted, unlisted, when all providers verify",
    { ways: ["prover", "passkey"], providers: [PROVER, Passkey], ...WITHOUT_LIST },
    "unproven",
    false,
  ],
  [
    "any account, unlisted, when all providers verify",
    {
      ways: ["prover"],
      providers: [PROVER, Passkey],
      ...WITHOUT_LIST,
    },
    "proven",
    false,
  ],
  ["a passkey, unlisted", { ways: ["passkey"], ...WITHOUT_LIST }, "unproven", false],
  [
    "a passkey, signed in",
    {
      ways: ["passkey"],
      cookie: "__Secure-authjs.session-token=token",
    },
    "proven",
    true,
  ],
];

for (const [name, user, proof, claim] of cases) {
  Deno.test(`proofOf() and hasOnlyUnprovenAccess(): a user with ${name}`, async () => {
    assertEquals(await judge(user), [proof, claim]);
  });
}

Deno.test("hasOnlyUnprovenAccess() is false when no provider can verify addresses", async () => {
  assertEquals(await judge({ ways: ["acme"], providers: [ACME] }), ["unproven", false]);
});

Deno.test("takeAddress() removes only the address", async () => {
  const adapter = MemoryAdapter();
  await adapter.createUser({ ...ADA, name: "Eve" });
  const seen: unknown[] = [];
  const events = { updateUser: ({ user }: { user: object }) => void seen.push(user) };
  const { ctx } = await createTestContext({ config: { adapter, events } });
  await takeAddress(ctx, ctx.config.store!, ADA);
  await takeAddress(ctx, ctx.config.store!, ADA);
  const left = { ...ADA, name: "Eve", email: null };
  assertEquals(await adapter.getUser("ada") as unknown, left);
  assertEquals(seen, [left, left]);
  await adapter.createUser({ ...ADA, id: "owner" });
});

const identity: Identity = {
  user: { id: "x", name: "Ada", email: ADA.email },
  account: { provider: "acme", type: "oauth", providerAccountId: "1" },
  methods: ["fed"],
};

Deno.test("withOwnAddress() omits an unverified address, only when one can be verified", async () => {
  const emailOf = async (providers: Provider[], profile = {}) => {
    const { ctx } = await createTestContext({ path: "callback/acme", config: { providers } });
    return (await withOwnAddress(ctx, { ...identity, profile })).user.email;
  };
  assertEquals(await emailOf([ACME]), ADA.email);
  assertEquals(await emailOf([ACME], { email_verified: false }), ADA.email);
  assertEquals(await emailOf([ACME, PROVER]), undefined);
  assertEquals(await emailOf([ACME, PROVER], { email_verified: true }), ADA.email);
  assertEquals(await emailOf([ACME, PROVER], { email_verified: null }), undefined);
});

Deno.test("hasUnprovenAddress() reads this sign-in and the store", async () => {
  const judge = async (providers: Provider[], profile: object, user: object, adapter = false) => {
    const config = { providers, ...adapter ? { adapter: MemoryAdapter() } : {} };
    const { ctx } = await createTestContext({ path: "callback/acme", config });
    return hasUnprovenAddress(ctx, { ...identity, profile: { ...profile } }, user);
  };
  const { user } = identity;
  const proven = { email_verified: true };
  assertEquals(await judge([ACME], {}, user), true);
  assertEquals(await judge([ACME], proven, user), false);
  assertEquals(await judge([ACME], {}, { ...user, email: null }), false);
  assertEquals(await judge([ACME, PROVER], {}, user), false);
  assertEquals(await judge([ACME], proven, ADA, true), false);
  assertEquals(await judge([ACME], proven, { ...ADA, email: "other@example.com" }, true), true);
  assertEquals(await judge([ACME], {}, { ...ADA, emailVerified: new Date() }, true), false);
});
