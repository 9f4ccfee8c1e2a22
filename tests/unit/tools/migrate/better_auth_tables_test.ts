import { assertEquals, assertThrows } from "@std/assert";
import {
  betterAuthRows,
  isTrue,
  readRow,
  toDate,
} from "../../../../src/tools/migrate/better_auth_tables.ts";

Deno.test("betterAuthRows() gives each user what belongs to it, whatever the names look like", () => {
  const tables = [
    {
      user: [{ id: 1 }, { id: "2" }],
      account: [{ id: "a", userId: "1" }],
      twoFactor: [{ id: "t", userId: 2 }],
      session: [{ id: "s", userId: "3" }],
      organization: [{ id: "o", userId: "1" }],
      passkey: null,
    },
    {
      users: [{ id: 1 }, { id: "2" }],
      accounts: [{ id: "a", user_id: "1" }],
      two_factors: [{ id: "t", user_id: 2 }],
      sessions: [{ id: "s", USER_ID: "3" }],
    },
  ];
  for (const one of tables) {
    const rows = betterAuthRows(one);
    assertEquals(
      rows.map(({ user, accounts, passkeys, twoFactors, sessions }) => [
        user.id,
        accounts.map(({ id }) => id),
        passkeys?.length,
        twoFactors?.map(({ id }) => id),
        sessions?.length,
      ]),
      [[1, ["a"], 0, [], 0], ["2", [], 0, ["t"], 0]],
    );
  }
});

Deno.test("betterAuthRows() refuses tables without users", () => {
  assertThrows(() => betterAuthRows({ account: [] }), TypeError, "no table `user`");
});

Deno.test("readRow() returns columns under the names that Better Auth has for them", () => {
  const user = { id: "1", email_verified: 1, twofactorenabled: "t" };
  const passkeys = [{ id: "p", credential_id: "AQ", public_key: "Ag" }];
  // Rows of a database have no types.
  const { user: read, passkeys: [key] } = readRow(
    { user, accounts: [], passkeys } as unknown as Parameters<typeof readRow>[0],
  );
  assertEquals([read.emailVerified, read.twoFactorEnabled, read.name], [1, "t", undefined]);
  assertEquals([key?.credentialID, key?.publicKey], ["AQ", "Ag"]);
});

Deno.test("isTrue() reads what databases and dumps write", () => {
  for (const yes of [true, 1, "1", "t", "true"]) assertEquals(isTrue(yes), true, String(yes));
  for (const no of [false, 0, "0", "f", "false", null, undefined, ""]) {
    assertEquals(isTrue(no), false, String(no));
  }
});

Deno.test("toDate() takes a time without an offset for one of UTC", () => {
  const at = new Date("2026-03-04T05:06:07.080Z");
  for (
    const time of [
      at,
      at.valueOf(),
      at.toISOString(),
      "2026-03-04 05:06:07.080000",
      "2026-03-04T05:06:07.08",
      "2026-03-04T06:06:07.08+01:00",
    ]
  ) {
    assertEquals(toDate(time), at, String(time));
  }
  assertEquals(toDate("2026-03-04 05:06:07"), new Date("2026-03-04T05:06:07Z"));
  assertEquals([toDate(null), toDate(undefined), toDate("soon")], [
    undefined,
    undefined,
    undefined,
  ]);
});
