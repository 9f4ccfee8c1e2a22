/**
 * What a thief of the store can read: no secret of a factor, no code, and no address in the
 * records; and nothing of a deleted user.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { fromBase32 } from "../../src/base/crypto/base32.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { formOf } from "./_email.ts";
import {
  ADA,
  beginEnrolment,
  codeIn,
  createFactorRig,
  enrol,
  enrolmentsIn,
  postFactor,
  targetOf,
  wait,
} from "./_factor_rig.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "./_factor_stores.ts";
import { codeOf, secretOn } from "./_factors.ts";
import { codesOn, show } from "./_factors_page.ts";
import type { Strategy } from "./_strategies.ts";

/** Spellings of bytes in a dump. */
function spellings(bytes: Uint8Array<ArrayBuffer>): string[] {
  return [
    new TextDecoder("latin1").decode(bytes),
    bytes.toHex(),
    bytes.toHex().toUpperCase(),
    bytes.toBase64({ omitPadding: true }),
    bytes.toBase64({ alphabet: "base64url", omitPadding: true }),
    [...bytes].join(","),
  ];
}

/** Spellings of text that a thief could use. */
const base32 = (text: string) => [text, text.toLowerCase(), ...spellings(fromBase32(text)!)];

/** An adapter that notes each record that was ever written. */
function noting(adapter: FullAdapter, entries: RecordEntry[]): FullAdapter {
  const { records } = adapter;
  return {
    ...adapter,
    records: {
      ...records,
      put(entry, expected) {
        entries.push(entry);
        return records.put(entry, expected);
      },
    },
  };
}

function register(name: string, open: OpenDumpStore, strategy: Strategy): void {
  Deno.test(`factor store (${name}, ${strategy}): holds no secret, no code, no address, and nothing of a deleted user`, async () => {
    const store = await open();
    const entries: RecordEntry[] = [];
    const own = [Totp(), RecoveryCodes(), MailCode(), PasskeyFactor()];
    const policy = { factorPolicy: { required: () => true } };
    const adapter = noting(store.adapter, entries);
    const rig = await createFactorRig(strategy, own, policy, adapter);
    try {
      // An authenticator app at the gate, from the first page to the session.
      const browser = rig.open();
      await wait(browser);
      const html = await beginEnrolment(browser, "totp");
      const shown = secretOn(html);
      const { fields: { state } } = formOf(html);
      const confirm = {
        step: "confirm",
        factor: "totp",
        state: state!,
        answer: await codeOf(shown),
      };
      assertEquals(targetOf(await postFactor(browser, confirm)), "/auth/factors");
      const first = await enrolmentsIn(rig);
      assertEquals(first.map(({ factor }) => factor).sort(), ["recovery", "totp"]);
      const { html: sheet } = await show(browser, "/auth/factors?step=codes");
      const saved = codesOn(sheet);
      assertEquals(saved.length, 10);
      // All others; a sign-in that waits, with a code by email.
      const { secret, codes } = await enrol(rig, own);
      const other = rig.open();
      await wait(other);
      await postFactor(other, { step: "send", factor: "mail" });
      const mailed = codeIn(rig.mails);
      await postFactor(other, { factor: "mail", answer: "0000 0000" });

      const secrets = [
        ...base32(shown),
        ...base32(secret),
        ...[...saved, ...codes].flatMap((code) => [code, ...base32(code.replaceAll("-", ""))]),
        mailed,
        mailed.replace(" ", ""),
      ];
      const dump = await store.dump();
      const texts = { dump, records: JSON.stringify(entries), files: await store.files?.() ?? "" };
      assert(dump.includes(rig.userId), "the dump shows the store");
      for (const [where, text] of Object.entries(texts)) {
        for (const one of secrets) assertEquals(text.includes(one), false, `${one} in ${where}`);
      }
      assertEquals(texts.records.includes(ADA), false, "an address in a record");
      assertEquals(entries.filter(({ kind }) => kind === "pending").length > 1, true);
      assertEquals(targetOf(await postFactor(other, { factor: "mail", answer: mailed })), "/");

      await wait(rig.open());
      await deleteUser(rig.config, rig.userId);
      const after = await store.dump();
      for (const text of [rig.userId, ADA]) assertEquals(after.includes(text), false, after);
    } finally {
      await store.close();
    }
  });
}

for (const [name, open] of Object.entries(LOCAL_STORES)) {
  for (const strategy of ["jwt", "database"] as const) register(name, open, strategy);
}
withPostgres("factor store on PostgreSQL", (server) => {
  register("PostgreSQL", postgresStore(server), "database");
});
