/**
 * The doctor finds every planted fault, and nothing else.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { diagnose } from "@x/auth/doctor";
import GitHub from "@x/auth/providers/github";
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";
import type { AuthConfig } from "@x/auth";
import { type Finding, FINDING_IDS } from "../../src/tools/doctor/finding.ts";
import { PLANTED } from "./_planted.ts";
import { examine, healthy, PASSWORD, PUBLIC, SECRET } from "./_rig.ts";

/** Findings that other tests plant: they need another folder or fewer permissions. */
const ELSEWHERE = ["env-file-unread"];

for (const { fault, id, cure, also = [], plant } of PLANTED) {
  Deno.test(`doctor: ${fault}: ${id}`, async () => {
    await using stack = new AsyncDisposableStack();
    const app = await plant(stack);
    const { code, json, text } = await examine(app);
    const findings: Finding[] = json.findings;
    const found = findings.find((finding) => finding.id === id);
    assert(found, `${id} is not among ${text}`);
    assertStringIncludes(found.cure, cure);
    assert(found.message.length > 10, found.message);
    const heavy = findings.filter(({ severity }) => severity !== "note").map((each) => each.id);
    assertEquals(
      [...new Set(heavy)].sort(),
      [...also, ...found.severity === "note" ? [] : [id]].sort(),
      text,
    );
    assertEquals(code, findings.some(({ severity }) => severity === "error") ? 1 : 0);
    assertEquals(json.isHealthy, code === 0);
    for (const secret of [SECRET, app.config?.secret, app.env?.AUTH_GITHUB_SECRET].flat()) {
      if (secret) assert(!text.includes(secret), "a secret was printed");
    }
  });
}

Deno.test("doctor: every id of the closed list has a planted fault", () => {
  const planted = new Set(PLANTED.map(({ id }) => id));
  const missing = FINDING_IDS.filter((id) => !planted.has(id) && !ELSEWHERE.includes(id));
  assertEquals(missing, []);
  assert(PLANTED.length >= 30, "at least 30 faults");
});

Deno.test("doctor: what each process counts alone is named with its limits, times the machines", async () => {
  const messageOf = async (more: Partial<AuthConfig>) => {
    const { findings } = await diagnose(healthy({ records: undefined, ...more }), {
      env: { AUTH_URL: `${PUBLIC}/auth` },
      offline: true,
    });
    return findings.find(({ id }) => id === "counts-per-process")?.message;
  };
  const begin = "There is no store of records, so each process counts alone: on n machines, ";
  const account = "an account admits n × 10 wrong passwords or codes an hour";
  assertEquals(await messageOf({}), begin + account);
  assertEquals(await messageOf({ limits: { perAccount: false } }), undefined);
  assertEquals(
    await messageOf({ providers: [GitHub({ clientId: "a", clientSecret: "b" })] }),
    undefined,
  );
  const { records: _, ...adapter } = MemoryAdapter();
  const passkey = `${begin}one answer of a passkey is accepted n times`;
  const experimental = { enableWebAuthn: true };
  assertEquals(await messageOf({ providers: [Passkey], experimental, adapter }), passkey);
  const mail = Nodemailer({ server: { sendMail() {} }, from: "App <no-reply@app.example>" });
  const providers = [PASSWORD, mail, Passkey];
  const limits = { perAccount: 5, perRecipient: 3 };
  assertEquals(
    await messageOf({ providers, experimental, adapter, limits }),
    `${begin}an account admits n × 5 wrong passwords or codes an hour, ` +
      "an address gets n × 3 emails an hour and one answer of a passkey is accepted n times",
  );
});
