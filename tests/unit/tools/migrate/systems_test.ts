/**
 * Readers of other systems: what each of their fields means, also where it is missing.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { AuthError } from "../../../../src/errors.ts";
import {
  type ExportFile,
  readAuth0,
  readClerk,
  readFirebase,
  readSupabase,
  type UnreadableUserRow,
  type UserRow,
} from "../../../../src/tools/migrate/user_rows.ts";

/** Rows without the members that are absent. */
async function all(rows: AsyncIterable<UserRow | UnreadableUserRow>) {
  const found: unknown[] = [];
  for await (const row of rows) found.push(JSON.parse(JSON.stringify(row)));
  return found;
}

const bytesOf = (text: string): ExportFile =>
  [...new TextEncoder().encode(text)].map((byte) => new Uint8Array([byte]));

Deno.test("readers: Clerk, the CSV of the dashboard", async () => {
  const text =
    "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher\n" +
    "user_1,Ada,Lovelace,,ada@example.com,,ada@example.com,,,,,$2a$10$x,bcrypt\n" +
    "user_2,,,bob,bob@example.com,,other@example.com|x@example.com,bob@example.com,,,,,\n" +
    "user_3,Eve,,,eve@example.com,,x@example.com|eve@example.com,,,,JBSW,$2a$10$y,bcrypt\n" +
    "user_4,,,,,+431234,,,+431234,,,,\n";
  const expected = [
    {
      ...{ line: 2, id: "user_1", email: "ada@example.com", emailVerified: true },
      ...{ name: "Ada Lovelace", password: { hash: "$2a$10$x" }, secondFactor: false },
    },
    { line: 3, id: "user_2", email: "bob@example.com", emailVerified: false, secondFactor: false },
    {
      ...{ line: 4, id: "user_3", email: "eve@example.com", emailVerified: true, name: "Eve" },
      ...{ password: { hash: "$2a$10$y" }, secondFactor: true },
    },
    { line: 5, id: "user_4", emailVerified: false, secondFactor: false },
  ];
  assertEquals(await all(readClerk(text)), expected);
  assertEquals(await all(readClerk(bytesOf(text))), expected);
  const without = text.replace("totp_secret", "secret");
  await assertRejects(() => all(readClerk(without)), AuthError, 'no column "totp_secret"');
});

Deno.test("readers: Clerk, users as JSON", async () => {
  const user = {
    ...{ id: "user_1", first_name: "Ada", last_name: null, banned: false, locked: true },
    ...{ primary_email_address_id: "b", created_at: 1600000000000, two_factor_enabled: false },
    ...{ has_image: true, image_url: "https://img.example/1", password_digest: null },
    email_addresses: [
      { id: "a", email_address: "old@example.com", verification: { status: "verified" } },
      { id: "b", email_address: "ada@example.com", verification: { status: "unverified" } },
    ],
    external_accounts: [{ provider: "oauth_google", provider_user_id: "g1" }],
  };
  const banned = {
    ...user,
    id: "user_2",
    banned: true,
    two_factor_enabled: true,
    has_image: false,
  };
  const text = `\n ${JSON.stringify([user, banned])}`;
  const expected = {
    ...{ id: "user_1", email: "ada@example.com", emailVerified: false, name: "Ada" },
    ...{ image: "https://img.example/1", createdAt: 1600000000000, suspended: false },
    ...{ accounts: [{ provider: "google", providerAccountId: "g1" }], secondFactor: false },
  };
  const { image: _, ...rest } = expected;
  assertEquals(await all(readClerk(bytesOf(text))), [
    { ...expected, line: 2 },
    { ...rest, id: "user_2", suspended: true, secondFactor: true, line: 2 },
  ]);
});

Deno.test("readers: Auth0, an export with the file of hashes", async () => {
  const users = [
    {
      ...{ user_id: "auth0|5dea", email: "ada@example.com", email_verified: true },
      ...{ name: "ada@example.com", created_at: "2019-12-06T18:36:12.412Z", blocked: true },
      identities: [{ provider: "auth0", user_id: "5dea", connection: "Users", isSocial: false }],
    },
    {
      ...{
        user_id: "google-oauth2|77",
        email: "bob@example.com",
        email_verified: true,
        name: "Bob",
      },
      ...{ picture: "https://img.example/2", multifactor: ["guardian"] },
      identities: [
        { provider: "google-oauth2", user_id: "77", isSocial: true },
        { provider: "github", user_id: 88, isSocial: true },
        { provider: "auth0", user_id: "custom", isSocial: false },
      ],
    },
    { user_id: "email|1", identities: [{ provider: "email", user_id: "1" }] },
  ].map((user) => JSON.stringify(user)).join("\n");
  const passwords = [
    {
      ...{ _id: { $oid: "5dea" }, email_verified: false, email: "ada@example.com" },
      ...{ passwordHash: "$2b$10$ada", tenant: "t", connection: "Users" },
    },
    {
      ...{ _id: { $oid: "6dea" }, alt_id: "custom", passwordHash: "$2b$10$bob" },
      identifiers: [{ type: "email", value: "bob@example.com", verified: true }],
    },
  ].map((user) => JSON.stringify(user)).join("\n");
  assertEquals(await all(readAuth0(users, { passwords })), [
    {
      ...{ id: "auth0|5dea", email: "ada@example.com", emailVerified: true, suspended: true },
      ...{ createdAt: "2019-12-06T18:36:12.412Z", password: { hash: "$2b$10$ada" } },
      ...{ secondFactor: false, line: 1 },
    },
    {
      ...{ id: "google-oauth2|77", email: "bob@example.com", emailVerified: true, name: "Bob" },
      ...{ image: "https://img.example/2", password: { hash: "$2b$10$bob" }, secondFactor: true },
      accounts: [
        { provider: "google", providerAccountId: "77" },
        { provider: "github", providerAccountId: "88" },
      ],
      line: 2,
    },
    { id: "email|1", secondFactor: false, line: 3 },
  ]);
  const alone = await all(readAuth0(passwords)) as { id: string; emailVerified: boolean }[];
  assertEquals(alone.map(({ id }) => id), ["auth0|5dea", "auth0|custom"]);
  assertEquals(alone.map(({ emailVerified }) => emailVerified), [false, true]);
  const broken = `${passwords}\n{`;
  await assertRejects(() => all(readAuth0(users, { passwords: broken })), AuthError, "line 3");
  const bulk = JSON.stringify([
    { user_id: "1", email: "a@example.com", password_hash: "$2b$10$a", mfa_factors: [{}] },
    { user_id: "2", custom_password_hash: { algorithm: "argon2", hash: { value: "$argon2id$b" } } },
  ]);
  assertEquals(await all(readAuth0(bulk)), [
    {
      ...{ id: "1", email: "a@example.com", password: { hash: "$2b$10$a" }, secondFactor: true },
      line: 1,
    },
    { id: "2", password: { hash: "$argon2id$b" }, secondFactor: false, line: 1 },
  ]);
});

Deno.test("readers: Supabase, CSV and rows of the database", async () => {
  const text =
    "id,email,encrypted_password,email_confirmed_at,banned_until,deleted_at,has_factor,raw_user_meta_data,created_at,identities\n" +
    'a,ada@example.com,$2a$10$x,2023-01-01 12:00:00.123456+00,,,f,"{""full_name"":""Ada"",""avatar_url"":""https://img.example/1""}",2022-01-01 12:00:00+02,"[{""provider"":""email"",""provider_id"":""a""},{""provider"":""google"",""provider_id"":""g1""}]"\n' +
    "b,bob@example.com,,,infinity,,t,,,\n" +
    "c,eve@example.com,,,2020-01-01 00:00:00+00,,,,,\n" +
    "d,dan@example.com,,,2999-01-01 00:00:00+00,,,not json,,\n" +
    "e,gone@example.com,,,,2024-01-01 00:00:00+00,,,,\n";
  const rows = await all(readSupabase(text)) as UserRow[];
  assertEquals(rows[0], {
    ...{ line: 2, id: "a", email: "ada@example.com", password: { hash: "$2a$10$x" } },
    ...{ emailVerified: "2023-01-01T12:00:00.123456+00:00", name: "Ada", suspended: false },
    ...{ image: "https://img.example/1", createdAt: "2022-01-01T12:00:00+02:00" },
    ...{ accounts: [{ provider: "google", providerAccountId: "g1" }], secondFactor: false },
  });
  assertEquals(new Date(rows[0]!.createdAt as string).getTime(), Date.UTC(2022, 0, 1, 10));
  assertEquals(
    rows.map(({ id, suspended, secondFactor }) => [id, suspended, secondFactor]),
    [["a", false, false], ["b", true, true], ["c", false, false], ["d", true, false]],
  );
  const at = new Date(1_600_000_000_000);
  const user = {
    ...{ id: "a", email: "ada@example.com", encrypted_password: "", email_confirmed_at: at },
    ...{ banned_until: null, deleted_at: null, has_factor: null, raw_user_meta_data: null },
  };
  assertEquals(await all(readSupabase([user, { ...user, deleted_at: at }])), [{
    ...{ id: "a", email: "ada@example.com", emailVerified: at.toJSON(), createdAt: null },
    ...{ suspended: false, secondFactor: true, line: 1 },
  }]);
  const { banned_until: _, ...without } = user;
  await assertRejects(() => all(readSupabase([without])), AuthError, 'no column "banned_until"');
  await assertRejects(() => all(readSupabase("id,email\n1,a\n")), AuthError, "no column");
});

const HOSTILE: unknown[] = [{ toString: 1 }, { provider: { toString: 1 } }, "x", 1, true, ["x"], [
  [],
]];
const LARGE = 2 ** 53;

/** A row of each system with one value of another form. */
const SPOILED: Record<string, (value: unknown) => ReturnType<typeof readAuth0>> = {
  "Auth0: identities": (identities) => readAuth0(JSON.stringify({ user_id: "a|1", identities })),
  "Auth0: identifiers": (identifiers) => readAuth0(JSON.stringify({ user_id: "a|1", identifiers })),
  "Clerk: external_accounts": (external_accounts) =>
    readClerk(JSON.stringify([{ id: "1", external_accounts }])),
  "Clerk: email_addresses": (email_addresses) =>
    readClerk(JSON.stringify([{ id: "1", email_addresses }])),
  "Firebase: providerUserInfo": (providerUserInfo) =>
    readFirebase(JSON.stringify({ users: [{ localId: "1", providerUserInfo }] })),
  "Supabase: identities": (identities) => readSupabase([{ ...SUPABASE, identities }]),
  "Supabase: identities as text": (identities) =>
    readSupabase([{ ...SUPABASE, identities: JSON.stringify(identities) }]),
};

const SUPABASE = {
  ...{ id: "1", email: "ada@example.com", encrypted_password: null, email_confirmed_at: null },
  ...{ banned_until: null, deleted_at: null, has_factor: false },
};

for (const [name, read] of Object.entries(SPOILED)) {
  Deno.test(`readers: a list of another form makes a row unreadable (${name})`, async () => {
    for (const value of HOSTILE) {
      const [row, ...more] = await all(read(value)) as Partial<UnreadableUserRow>[];
      assertEquals([typeof row?.unreadable, more], ["string", []], JSON.stringify(value));
    }
  });
}

Deno.test("readers: a value whose text cannot be made ends no run", async () => {
  const broken = { toString: 1 };
  const rows = [
    ...await all(readAuth0(JSON.stringify({
      user_id: "a|1",
      identities: [{ provider: broken, user_id: "x" }, { provider: "auth0", user_id: broken }],
    }))),
    ...await all(readFirebase(JSON.stringify({
      users: [{ localId: "1", providerUserInfo: [{ providerId: broken, rawId: "x" }] }],
    }))),
    ...await all(readSupabase([{ ...SUPABASE, banned_until: broken, has_factor: broken }])),
  ] as UserRow[];
  assertEquals(rows.length, 3);
  assertEquals([rows[2]!.suspended, rows[2]!.secondFactor], [true, true]);
  const until = async (banned_until: unknown) =>
    (await all(readSupabase([{ ...SUPABASE, banned_until }])) as UserRow[])[0]!.suspended;
  for (const value of ["0", "until 2001", "-infinity", 1]) assertEquals(await until(value), true);
});

Deno.test("readers: an id that JSON has rounded is none", async () => {
  for (const user_id of [LARGE, LARGE + 2, 1e21, 1.5, -1]) {
    const identities = [{ provider: "github", user_id }];
    const [row] = await all(readAuth0(JSON.stringify({ user_id: "a|1", identities })));
    assertEquals(typeof (row as UnreadableUserRow).unreadable, "string", String(user_id));
  }
  const identities = [{ provider: "github", user_id: LARGE - 1 }];
  const [row] = await all(readAuth0(JSON.stringify({ user_id: "a|1", identities }))) as UserRow[];
  assertEquals(row!.accounts![0]!.providerAccountId, "9007199254740991");
});

Deno.test("readers: Auth0, the proof of one address is none of another", async () => {
  const proof = async (user: object) =>
    (await all(readAuth0(JSON.stringify({ user_id: "a|1", ...user }))) as UserRow[])[0]!;
  const identifiers = [{ type: "email", value: "me@example.com", verified: true }];
  const other = { email: "victim@example.com", identifiers };
  assertEquals((await proof(other)).emailVerified, undefined);
  assertEquals((await proof({ ...other, email_verified: null })).emailVerified, null);
  const { email, emailVerified } = await proof({
    email_verified: true,
    identifiers: [{
      ...identifiers[0],
      verified: false,
    }],
  });
  assertEquals([email, emailVerified], ["me@example.com", false]);
});

Deno.test("readers: Firebase, the JSON of its command", async () => {
  const user = {
    ...{ localId: "a1", email: "ada@example.com", emailVerified: false, disabled: true },
    ...{ passwordHash: "aGFz+A==", salt: "c2Fs/A==", displayName: "Ada" },
    ...{ photoUrl: "https://img.example/1", createdAt: "1600000000000", customAttributes: "{}" },
    providerUserInfo: [
      { providerId: "password", rawId: "ada@example.com" },
      { providerId: "google.com", rawId: "g1" },
      { providerId: "toString", rawId: "x" },
    ],
  };
  const text = `{"users": [\n${JSON.stringify(user, null, 2)},\n{"localId":"a2"}\n]}`;
  const hash = { saltSeparator: "Bw==", rounds: 8, memCost: 14 };
  const expected = {
    ...{ line: 2, id: "a1", email: "ada@example.com", emailVerified: false, name: "Ada" },
    ...{ image: "https://img.example/1", createdAt: 1600000000000, suspended: true },
    accounts: [
      { provider: "google", providerAccountId: "g1" },
      { provider: "toString", providerAccountId: "x" },
    ],
    secondFactor: false,
  };
  const last = { id: "a2", secondFactor: false };
  const rows = await all(readFirebase(bytesOf(text), { hash })) as UserRow[];
  assertEquals(rows, [
    { ...expected, password: { hash: "$firebase-scrypt$ln=14,r=8$c2Fs_Ac$aGFz-A" } },
    { ...last, line: 28 },
  ]);
  assertEquals((await all(readFirebase(text, { hash: false })))[0], expected);
  await assertRejects(() => all(readFirebase(text)), AuthError, "pass the hash parameters");
  for (const wrong of [{ rounds: 0 }, { memCost: 1.5 }, { saltSeparator: "%" }]) {
    const read = () => all(readFirebase(text, { hash: { ...hash, ...wrong } }));
    await assertRejects(read, AuthError, "its hash parameters");
  }
});
